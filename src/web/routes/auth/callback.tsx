import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';

const title = 'Confirmação de acesso';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function AuthCallback() {
  return (
    <PageIntro title={title}>
      Aqui você vai voltar depois de confirmar o e-mail ou entrar com o Google.
    </PageIntro>
  );
}
