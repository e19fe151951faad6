import { useAccount } from '../../features/session/account-context.ts';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';

export function meta() {
  return [{ title: pageTitle('Início') }];
}

export default function DashboardHome() {
  const [firstName = ''] = useAccount().name.trim().split(/\s+/);
  return (
    <DashboardPage title={firstName === '' ? 'Olá' : `Olá, ${firstName}`}>
      Aqui você vai acompanhar as horas que restam no seu plano e as transcrições deste mês.
    </DashboardPage>
  );
}
