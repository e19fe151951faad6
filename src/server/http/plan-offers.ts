import type { Deps } from '../deps.ts';
import { listPlans } from '../features/billing/list-plans.ts';

const termOf = { Mensal: 'P1M', Anual: 'P1Y' } as const;

type PlanOffersOptions = Pick<Deps, 'db' | 'payments'> & { config: { http: { publicUrl: string } } };

/** What searches are told of the plans (schema.org): those that can be had here and now, at their prices. */
export async function planOffers({ db, payments, config }: PlanOffersOptions) {
  const plans = await listPlans({ db });
  // Where no payments are taken nobody can buy, whatever a plan would cost.
  const offered = plans.filter(
    (plan) => !plan.is_coming_soon && (plan.price_cents === 0 || payments !== undefined),
  );
  return offered.map((plan) => {
    const price = { price: (plan.price_cents / 100).toFixed(2), priceCurrency: 'BRL' };
    return {
      '@type': 'Offer',
      name: plan.price_cents === 0 ? plan.name : `${plan.name} (${plan.billing_period})`,
      description: plan.description,
      ...price,
      url: `${config.http.publicUrl}/plans`,
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
