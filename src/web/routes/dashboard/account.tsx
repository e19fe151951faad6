import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';

const title = 'Conta';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Account() {
  return (
    <DashboardPage title={title}>
      Aqui você vai mudar o seu nome, e-mail, senha e foto de perfil.
    </DashboardPage>
  );
}
