import { Link } from 'react-router';
import { firstNameOf } from '#domain/name-parts.ts';
import { pageTitle } from '../../app/installation.ts';
import { paths } from '../../app/paths.ts';
import { useAccount } from '../../features/auth/session/signed-in-only.tsx';
import { HomeScreen, PlanLine } from '../../features/home/home-screen.tsx';
import { DashboardPage } from '../../shell/dashboard-frame.tsx';
import { buttonClass } from '../../ui/button.tsx';

export const meta = () => [{ title: pageTitle('Início') }];

export default function DashboardHome() {
  const firstName = firstNameOf(useAccount().name);
  return (
    <DashboardPage
      title={firstName === '' ? 'Olá' : `Olá, ${firstName}`}
      lead={<PlanLine />}
      actions={
        <>
          <Link to={paths.newFile} className={buttonClass()}>
            Enviar novo arquivo
          </Link>
          <Link to={paths.planComparison} className={buttonClass({ variant: 'secondary' })}>
            Ver planos
          </Link>
        </>
      }
    >
      <HomeScreen />
    </DashboardPage>
  );
}
