import { pageTitle } from '../../product.ts';
import { DashboardPage } from '../../shell/dashboard-page.tsx';

const title = 'Suporte';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Support() {
  return (
    <DashboardPage title={title}>
      Aqui você vai escrever para a equipe e ler as dúvidas mais comuns.
    </DashboardPage>
  );
}
