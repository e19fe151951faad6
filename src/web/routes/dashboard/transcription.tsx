import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Transcrição';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Transcription() {
  return (
    <DashboardPage title={title}>
      <Soon next={{ to: paths.transcriptions, label: 'Ver minhas transcrições' }}>
        Ela vai trazer o texto, as legendas e o resumo.
      </Soon>
    </DashboardPage>
  );
}
