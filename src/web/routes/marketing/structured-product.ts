import type { Installation } from '#contract/installation.ts';
import { productName } from '../../app/installation.ts';
import { paths } from '../../app/paths.ts';

const durationOf = { Mensal: 'P1M', Anual: 'P1Y' } as const;

/** The plans that a visitor can have here and now, as search engines read them (schema.org). */
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

/** What search engines show beside the page. */
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
