import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';

const title = 'Minhas Transcrições';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Transcriptions() {
  return (
    <DashboardPage title={title}>
      Aqui você vai encontrar, filtrar e apagar tudo o que já transcreveu.
    </DashboardPage>
  );
}
