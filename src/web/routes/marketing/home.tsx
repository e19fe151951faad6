import { Link } from 'react-router';
import type { Installation } from '#contract/installation.ts';
import { productName, useInstallation } from '#web/app/installation.ts';
import { pageMeta, StructuredData } from '#web/app/page-meta.tsx';
import { paths } from '#web/app/paths.ts';
import { ClosingCall } from '#web/features/landing/closing-call.tsx';
import { Hero } from '#web/features/landing/hero.tsx';
import { HowItWorks } from '#web/features/landing/how-it-works.tsx';
import { Testimonials } from '#web/features/landing/testimonials.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';
import { PlansBlock } from './plans-block.tsx';

const durationOf = { Mensal: 'P1M', Anual: 'P1Y' } as const;

/** The plans that a visitor can buy now, as structured data for search engines (schema.org). */
function offersOf({ plans, publicUrl, paymentsOffered }: Installation) {
  const offered = plans.filter((plan) => !plan.is_coming_soon && (plan.price_cents === 0 || paymentsOffered));
  return offered.map((plan) => {
    const price = { price: (plan.price_cents / 100).toFixed(2), priceCurrency: 'BRL' };
    return {
      '@type': 'Offer',
      name: plan.price_cents === 0 ? plan.name : `${plan.name} (${plan.billing_period})`,
      description: plan.description,
      ...price,
      url: `${publicUrl}${paths.plans}`,
      ...(plan.price_cents > 0 && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          ...price,
          billingDuration: durationOf[plan.billing_period],
        },
      }),
    };
  });
}

/** Structured data that search engines show with the page. */
export const structuredProduct = (installation: Installation) => ({
  '@context': 'https://schema.org',
  '@type': 'SoftwareApplication',
  name: productName,
  url: `${installation.publicUrl}/`,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  inLanguage: 'pt-BR',
  description:
    'Transcrição de áudio e vídeo em português, com legendas e resumos por inteligência artificial.',
  offers: offersOf(installation),
});

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
