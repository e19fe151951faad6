import { LegalPage } from '../../features/legal/legal-page.tsx';
import { termsSections } from '../../features/legal/terms-sections.tsx';
import { pageMeta } from '../../page-meta.ts';
import { paths } from '../../paths.ts';

const title = 'Termos de uso';

export function meta() {
  return pageMeta({
    path: paths.terms,
    title,
    description:
      'Conta, planos, pagamento, cancelamento, 7 dias de arrependimento e responsabilidades, em linguagem direta.',
  });
}

export default function Terms() {
  return (
    <LegalPage
      title={title}
      updated="março de 2025"
      lead="As regras do serviço em linguagem direta: o que você pode esperar de nós, e o que esperamos de você."
      sections={termsSections}
    />
  );
}
