/** Created on first use: creating a format takes longer than most pages take to hydrate. */
let reais: Intl.NumberFormat | undefined;

/** "R$ 29,90", with a non-breaking space. */
export function formatCurrency(cents: number) {
  reais ??= new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
  return reais.format(cents / 100);
}
