import { pageMeta } from '../../app/page-meta.tsx';
import { paths } from '../../app/paths.ts';
import { LegalPage } from '../../features/legal/legal-page.tsx';
import { termsDocument } from '../../features/legal/terms-sections.tsx';

export function meta() {
  return pageMeta({
    path: paths.terms,
    title: termsDocument.title,
    description:
      'Conta, planos, pagamento, cancelamento, 7 dias de arrependimento e responsabilidades, em linguagem direta.',
  });
}

export default function Terms() {
  return <LegalPage {...termsDocument} />;
}
