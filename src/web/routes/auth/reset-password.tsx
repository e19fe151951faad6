import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Redefinir senha';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function ResetPassword() {
  return (
    <>
      <PageIntro title={title} />
      <Soon next={{ to: paths.home, label: 'Ir para o início' }}>Ela vai guardar a sua nova senha.</Soon>
    </>
  );
}
