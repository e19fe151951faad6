import { useAccount } from '../../features/session/account-context.ts';
import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';
import { Soon } from '../../shell/soon.tsx';

export function meta() {
  return [{ title: pageTitle('Início') }];
}

export default function DashboardHome() {
  const [firstName = ''] = useAccount().name.trim().split(/\s+/);
  return (
    <DashboardPage title={firstName === '' ? 'Olá' : `Olá, ${firstName}`}>
      <Soon next={{ to: paths.newFile, label: 'Nova transcrição' }}>
        Ela vai mostrar as horas que restam no seu plano e as transcrições deste mês.
      </Soon>
    </DashboardPage>
  );
}
