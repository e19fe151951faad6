import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Nova transcrição';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function NewFile() {
  return (
    <DashboardPage title={title}>
      <Soon next={{ to: paths.transcriptions, label: 'Ver minhas transcrições' }}>
        Ela vai receber um áudio ou vídeo para transcrever.
      </Soon>
    </DashboardPage>
  );
}
