import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Processando autenticação...';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function AuthCallback() {
  return (
    <>
      <PageIntro title={title} />
      <Soon next={{ to: paths.home, label: 'Ir para o início' }}>
        Você vai passar por ela depois de confirmar o e-mail ou entrar com o Google.
      </Soon>
    </>
  );
}
