import type { ObjectOf } from '../objects.ts';

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'brl' });
export const money = (cents: number) => reais.format(cents / 100);

/** Dates include the year, because a test may have moved the sandbox's clock to another one. */
const days = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});
export const day = (seconds: number) => days.format(new Date(seconds * 1_000));

type Status = ObjectOf<'subscription'>['status'] | ObjectOf<'invoice'>['status'];

export const statusWords: Readonly<Record<Status, string>> = {
  active: 'Ativa',
  past_due: 'Com pagamento atrasado',
  canceled: 'Cancelada',
  open: 'Em aberto',
  paid: 'Paga',
  void: 'Anulada',
};
