/** Made when a price is first said: that takes longer than most pages take to come alive. */
let reais: Intl.NumberFormat | undefined;

/** "R$ 29,90", with a space that no line breaks at. */
export function formatCurrency(cents: number) {
  reais ??= new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
  return reais.format(cents / 100);
}

/** 'Grátis' where there is nothing to pay. */
export const formatPrice = (cents: number) => (cents === 0 ? 'Grátis' : formatCurrency(cents));

type Period = 'Mensal' | 'Anual';

export const periodSuffix = (period: Period) => (period === 'Anual' ? '/ano' : '/mês');
