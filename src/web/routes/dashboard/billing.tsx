import { BillingScreen } from '../../features/plans/billing-screen.tsx';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';

const title = 'Meu plano';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Billing() {
  return (
    <DashboardPage title={title}>
      <BillingScreen />
    </DashboardPage>
  );
}
