import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Recuperar senha';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function ForgotPassword() {
  return (
    <>
      <PageIntro title={title} />
      <Soon next={{ to: paths.home, label: 'Ir para o início' }}>
        Ela vai enviar por e-mail um link para criar uma nova senha.
      </Soon>
    </>
  );
}
