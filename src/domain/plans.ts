type Named = { name: string; priceCents: number; billingPeriod: 'Mensal' | 'Anual' };

/** "Básico anual": two plans share a name, and only their period tells them apart. */
export function planTitle({ name, priceCents, billingPeriod }: Named): string {
  return priceCents === 0 ? name : `${name} ${billingPeriod.toLowerCase()}`;
}
