import { pageMeta } from '#web/app/page-meta.tsx';
import { paths } from '#web/app/paths.ts';
import { PlanComparison } from '#web/features/billing/plans/plan-comparison.tsx';
import { PageIntro } from '#web/shell/marketing-frame.tsx';
import { PlansBlock } from './plans-block.tsx';

const title = 'Planos';

export function meta() {
  return pageMeta({
    path: paths.plans,
    title,
    description:
      'Comece de graça com 5 horas por mês. Nos planos pagos, mais horas, PDF e TXT, sem marca d’água.',
  });
}

export default function Plans() {
  return (
    <div className="mx-auto max-w-page px-gutter py-12 sm:px-8 lg:py-20">
      <PageIntro title={title}>
        Comece de graça, sem cartão. Mude quando precisar de mais horas, e cancele quando quiser.
      </PageIntro>
      <div className="mt-10">
        <PlansBlock />
      </div>
      <section aria-labelledby="comparacao" className="mt-16 lg:mt-20">
        <h2 id="comparacao" className="mb-6 text-lg font-semibold">
          O que cada plano inclui
        </h2>
        <PlanComparison />
      </section>
    </div>
  );
}
