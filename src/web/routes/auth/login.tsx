import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Entrar';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Login() {
  return (
    <>
      <PageIntro title={title} />
      <Soon next={{ to: paths.home, label: 'Ir para o início' }}>
        Ela vai pedir e-mail e senha, e aceitar também o Google ou um link mágico.
      </Soon>
    </>
  );
}
