const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** "R$ 29,90", with a space that no line breaks at. */
export const moneyText = (cents: number) => reais.format(cents / 100);

/** 'Grátis' where there is nothing to pay. */
export const priceText = (cents: number) => (cents === 0 ? 'Grátis' : moneyText(cents));

type Period = 'Mensal' | 'Anual';

export const periodSuffix = (period: Period) => (period === 'Anual' ? '/ano' : '/mês');
