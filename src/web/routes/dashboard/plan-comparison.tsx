import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Planos';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function PlanComparison() {
  return (
    <DashboardPage title={title}>
      <Soon next={{ to: paths.billing, label: 'Ver meu plano' }}>
        Ela vai comparar os planos e trocar o seu.
      </Soon>
    </DashboardPage>
  );
}
