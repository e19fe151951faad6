import { formatCurrency } from '#domain/format/money.ts';

/** 'Grátis' if there is nothing to pay. */
export const formatPrice = (cents: number) => (cents === 0 ? 'Grátis' : formatCurrency(cents));

type Period = 'Mensal' | 'Anual';

export const periodSuffix = (period: Period) => (period === 'Anual' ? '/ano' : '/mês');
