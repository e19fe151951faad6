import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';

const title = 'Criar conta';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Register() {
  return (
    <PageIntro title={title}>Aqui você vai criar a sua conta gratuita, sem cartão de crédito.</PageIntro>
  );
}
