import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';

const title = 'Redefinir senha';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function ResetPassword() {
  return <PageIntro title={title}>Aqui você vai escolher a sua nova senha.</PageIntro>;
}
