import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Suporte';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Support() {
  return (
    <DashboardPage title={title}>
      <Soon next={{ to: paths.dashboard, label: 'Ir para o início' }}>
        Ela vai levar a sua mensagem à equipe e responder às dúvidas mais comuns.
      </Soon>
    </DashboardPage>
  );
}
