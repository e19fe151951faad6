import { pageMeta } from '#web/app/page-meta.tsx';
import { paths } from '#web/app/paths.ts';
import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { termsDocument } from '#web/features/legal/terms-sections.tsx';

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
