import { SupportScreen } from '../../features/support/support-screen.tsx';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';

const title = 'Suporte';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Support() {
  return (
    <DashboardPage title={title}>
      <SupportScreen />
    </DashboardPage>
  );
}
