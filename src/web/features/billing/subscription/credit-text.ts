import { moneyText } from '../../../format/price.ts';

/** What a change of plan left, where the subscription is described. */
export const creditText = (cents: number) =>
  `Crédito: ${moneyText(cents)}, usados nas próximas cobranças antes do cartão.`;

/** The same money where the subscription is about to end: it does not go with it. */
export const creditKeptText = (cents: number) =>
  `Seu crédito de ${moneyText(cents)} não se perde: fica guardado e paga a sua próxima assinatura.`;
