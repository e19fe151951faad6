import type { PlanCard } from '#contract/plans.ts';

const termOf = { Mensal: 'P1M', Anual: 'P1Y' } as const;

type PlanOffersOptions = { publicUrl: string; paymentsOffered: boolean };

/** What searches are told of the plans (schema.org): those that can be had here and now, at their prices. */
export function planOffers(plans: readonly PlanCard[], { publicUrl, paymentsOffered }: PlanOffersOptions) {
  // Where no payments are taken nobody can buy, whatever a plan would cost.
  const offered = plans.filter((plan) => !plan.is_coming_soon && (plan.price_cents === 0 || paymentsOffered));
  return offered.map((plan) => {
    const price = { price: (plan.price_cents / 100).toFixed(2), priceCurrency: 'BRL' };
    return {
      '@type': 'Offer',
      name: plan.price_cents === 0 ? plan.name : `${plan.name} (${plan.billing_period})`,
      description: plan.description,
      ...price,
      url: `${publicUrl}/plans`,
      ...(plan.price_cents > 0 && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          ...price,
          billingDuration: termOf[plan.billing_period],
        },
      }),
    };
  });
}
