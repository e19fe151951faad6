import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Meu plano';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Billing() {
  return (
    <DashboardPage title={title}>
      <Soon next={{ to: paths.planComparison, label: 'Ver planos' }}>
        Ela vai mostrar as horas usadas, a renovação e os pagamentos.
      </Soon>
    </DashboardPage>
  );
}
