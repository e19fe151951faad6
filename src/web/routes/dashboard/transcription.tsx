import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';

const title = 'Transcrição';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Transcription() {
  return (
    <DashboardPage title={title}>
      Aqui você vai ler o texto, baixar as legendas e gerar o resumo.
    </DashboardPage>
  );
}
