import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';

const title = 'Recuperar senha';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function ForgotPassword() {
  return <PageIntro title={title}>Aqui você vai pedir um link para criar uma nova senha.</PageIntro>;
}
