import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';

const title = 'Entrar';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Login() {
  return (
    <PageIntro title={title}>
      Aqui você vai entrar na sua conta com e-mail e senha, Google ou um link mágico.
    </PageIntro>
  );
}
