import { Link } from 'react-router';
import { pageTitle } from '../../app/installation.ts';
import { paths } from '../../app/paths.ts';
import { ListScreen } from '../../features/library/list-screen.tsx';
import { DashboardPage } from '../../shell/dashboard-frame.tsx';
import { buttonClass } from '../../ui/button.tsx';

export const meta = () => [{ title: pageTitle('Minhas transcrições') }];

export default function Transcriptions() {
  return (
    <DashboardPage
      title="Minhas Transcrições"
      actions={
        <Link to={paths.newFile} className={buttonClass()}>
          Nova transcrição
        </Link>
      }
    >
      <div className="mt-8">
        <ListScreen />
      </div>
    </DashboardPage>
  );
}
