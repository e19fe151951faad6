import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';

const title = 'Nova transcrição';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function NewFile() {
  return (
    <DashboardPage title={title}>Aqui você vai enviar um áudio ou vídeo para transcrever.</DashboardPage>
  );
}
