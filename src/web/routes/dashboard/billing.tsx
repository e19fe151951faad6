import { pageTitle } from '#web/app/installation.ts';
import { BillingScreen } from '#web/features/billing/subscription/billing-screen.tsx';
import { DashboardPage } from '#web/shell/dashboard-frame.tsx';

const title = 'Meu plano';

export const meta = () => [{ title: pageTitle(title) }];

export default function Billing() {
  return (
    <DashboardPage title={title}>
      <BillingScreen />
    </DashboardPage>
  );
}
