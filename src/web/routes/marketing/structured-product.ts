import { plansAtBuild } from '../../features/plans/plans-at-build.ts';
import { paths } from '../../paths.ts';
import { productName, publicUrl } from '../../product.ts';

const termOf = { Mensal: 'P1M', Anual: 'P1Y' } as const;

/** What search engines show beside the page: the plans that can be had, at their prices. */
export const structuredProduct = {
  '@context': 'https://schema.org',
  '@type': 'SoftwareApplication',
  name: productName,
  url: `${publicUrl}/`,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  inLanguage: 'pt-BR',
  description:
    'Transcrição de áudio e vídeo em português, com legendas e resumos por inteligência artificial.',
  offers: plansAtBuild
    .filter((plan) => !plan.is_coming_soon)
    .map((plan) => ({
      '@type': 'Offer',
      name: plan.price_cents === 0 ? plan.name : `${plan.name} (${plan.billing_period})`,
      description: plan.description,
      price: (plan.price_cents / 100).toFixed(2),
      priceCurrency: 'BRL',
      url: `${publicUrl}${paths.plans}`,
      ...(plan.price_cents > 0 && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: (plan.price_cents / 100).toFixed(2),
          priceCurrency: 'BRL',
          billingDuration: termOf[plan.billing_period],
        },
      }),
    })),
};
