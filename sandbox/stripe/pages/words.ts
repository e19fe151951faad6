import type { Price } from '../objects/catalogue.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { Subscription } from '../objects/subscription.ts';

export const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(cents / 100);

/** Here the day is what matters, and the clock may stand in another year. */
const days = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});
export const day = (seconds: number) => days.format(new Date(seconds * 1_000));

const perInterval = { day: 'por dia', week: 'por semana', month: 'por mês', year: 'por ano' } as const;

export const rhythm = ({ recurring }: Price) => (recurring ? perInterval[recurring.interval] : 'uma vez');

export const statusWords: Readonly<Record<Subscription['status'] | Invoice['status'], string>> = {
  incomplete: 'Incompleta',
  incomplete_expired: 'Expirada',
  active: 'Ativa',
  past_due: 'Com pagamento atrasado',
  canceled: 'Cancelada',
  unpaid: 'Sem pagamento',
  open: 'Em aberto',
  paid: 'Paga',
  void: 'Anulada',
  uncollectible: 'Incobrável',
};
