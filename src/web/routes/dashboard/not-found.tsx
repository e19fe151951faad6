import { pageTitle } from '#web/app/installation.ts';
import { NotFoundContent } from '#web/shell/not-found-content.tsx';

export const meta = () => [{ title: pageTitle('Página não encontrada') }];

/** An unknown address below the dashboard keeps the sidebar. */
export default function DashboardNotFound() {
  return <NotFoundContent toDashboard />;
}
