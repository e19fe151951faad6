const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** R$ 299,90; from whole cents. */
export const moneyText = (cents: number) => reais.format(cents / 100);
