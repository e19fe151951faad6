import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Minhas Transcrições';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Transcriptions() {
  return (
    <DashboardPage title={title}>
      <Soon next={{ to: paths.newFile, label: 'Nova transcrição' }}>
        Ela vai reunir tudo o que você já transcreveu, para encontrar, filtrar e apagar.
      </Soon>
    </DashboardPage>
  );
}
