import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Conta';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Account() {
  return (
    <DashboardPage title={title}>
      <Soon next={{ to: paths.dashboard, label: 'Ir para o início' }}>
        Ela vai guardar o seu nome, e-mail, senha e foto de perfil.
      </Soon>
    </DashboardPage>
  );
}
