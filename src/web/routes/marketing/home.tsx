import { Link } from 'react-router';
import { useInstallation } from '../../app/installation.ts';
import { pageMeta } from '../../app/page-meta.ts';
import { paths } from '../../app/paths.ts';
import { StructuredData } from '../../app/structured-data.tsx';
import { ClosingCall } from '../../features/landing/closing-call.tsx';
import { Hero } from '../../features/landing/hero.tsx';
import { HowItWorks } from '../../features/landing/how-it-works.tsx';
import { Testimonials } from '../../features/landing/testimonials.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { PlansBlock } from './plans-block.tsx';
import { structuredProduct } from './structured-product.ts';

export function meta() {
  return pageMeta({
    path: paths.home,
    description: 'Envie um áudio ou vídeo em português e receba o texto pronto para ler, baixar e resumir.',
  });
}

function Plans() {
  return (
    <section aria-labelledby="planos" className="border-t border-line">
      <div className="mx-auto max-w-page px-gutter py-16 sm:px-8 lg:py-24">
        <h2 id="planos" className="text-xl font-semibold">
          Planos
        </h2>
        <p className="mt-3 mb-10 max-w-reading text-ink-soft">
          Comece de graça e mude quando precisar de mais horas.{' '}
          <Link to={paths.plans} className={textLinkClass}>
            Compare o que cada plano inclui
          </Link>
          .
        </p>
        <PlansBlock headingLevel={3} />
      </div>
    </section>
  );
}

export default function Home() {
  const product = structuredProduct(useInstallation());
  return (
    <>
      <StructuredData data={product} />
      <Hero />
      <HowItWorks />
      <Plans />
      <Testimonials />
      <ClosingCall />
    </>
  );
}
