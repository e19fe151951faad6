import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';

const title = 'Planos';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function PlanComparison() {
  return <DashboardPage title={title}>Aqui você vai comparar os planos e trocar o seu.</DashboardPage>;
}
