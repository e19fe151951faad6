import type { FastifyInstance } from 'fastify';
import { type Html, html, page, sendPage } from '../../page/html-page.ts';
import type { Account } from '../account.ts';
import { catchUp } from '../billing/clock.ts';
import { oneItem } from '../billing/invoices.ts';
import type { ObjectOf } from '../objects.ts';
import type { Delivery } from '../store.ts';
import { day, money, statusWords } from './format.ts';

const shownRows = 20;
const daySeconds = 86_400;

const deliveryWords: Readonly<Record<Delivery['state'], string>> = {
  held: 'Retido',
  waiting: 'Esperando',
  delivered: 'Entregue',
  failed: 'Não entregue',
  dropped: 'Perdido',
  no_address: 'Sem endereço',
};

function listed<T>(all: readonly T[], row: (one: T) => Html, empty: string): Html {
  const rows = all.slice(-shownRows).toReversed().map(row);
  return rows.length === 0 ? html`<p class="empty">${empty}</p>` : html`<ol class="texts">${rows}</ol>`;
}

function subscriptionRow(account: Account, subscription: ObjectOf<'subscription'>) {
  const { price, current_period_end: end } = oneItem(subscription);
  const { id, status, customer, cancel_at: cancelAt } = subscription;
  const next = cancelAt === null ? `, renova em ${day(end)}` : `, termina em ${day(cancelAt)}`;
  const { name } = account.get('product', price.product);
  return html`<li>
    <p class="soft">${account.get('customer', customer).email} <span>${id}</span></p>
    <p>${name}: ${money(price.unit_amount)}. ${statusWords[status]}${status === 'canceled' ? '' : next}.</p>
  </li>`;
}

function disputeForm(dispute: ObjectOf<'dispute'> | undefined, paymentIntent: string) {
  if (dispute === undefined)
    return html`<form method="post" action="/stripe/disputes">
      <button name="paymentIntent" value="${paymentIntent}">Contestar</button></form>`;
  if (dispute.status !== 'needs_response')
    return html`<p>Disputa ${dispute.status === 'lost' ? 'perdida' : 'ganha'}.</p>`;
  return html`<form method="post" action="/stripe/disputes/${dispute.id}/close">
    <button name="status" value="lost">Perder a disputa</button>
    <button name="status" value="won">Ganhar a disputa</button></form>`;
}

function paymentRow(account: Account, charge: ObjectOf<'charge'>) {
  const dispute = account.all('dispute').find((one) => one.charge === charge.id);
  return html`<li>
    <p class="soft">${charge.billing_details.email} ${day(charge.created)}</p>
    <p>${money(charge.amount)}${charge.amount_refunded > 0 ? `, devolvido: ${money(charge.amount_refunded)}` : ''}</p>
    ${disputeForm(dispute, charge.payment_intent)}
  </li>`;
}

function deliveryRow({ type, state, attempts }: Delivery) {
  const last = attempts.at(-1);
  const answer = last === undefined ? '' : ` (${last.status ?? 'sem resposta'}, ${attempts.length}×)`;
  return html`<li><p><code>${type}</code> ${deliveryWords[state]}${answer}</p></li>`;
}

const clockButton = (text: string, days: number) =>
  html`<button name="advanceSeconds" value="${days * daySeconds}">${text}</button>`;

const homePage = (account: Account) =>
  page({
    title: 'Stripe de teste',
    live: true,
    body: html`
      <h1>Stripe de teste</h1>
      <p class="lead">Responde no lugar da Stripe: as assinaturas, as cobranças e os avisos são de verdade para o produto,
      e o dinheiro não existe. Adiante o relógio para ver uma assinatura renovar.</p>
      <form method="post" action="/stripe/clock" class="tools">
        ${clockButton('+1 dia', 1)} ${clockButton('+1 mês', 31)}
      </form>
      <form method="post" action="/stripe/behaviour" class="tools">
        <button name="failNextPayments" value="1">Recusar a próxima cobrança</button>
        <button name="failNextPayments" value="0">Aceitar as cobranças</button>
      </form>
      <div data-live aria-live="polite">
        <dl><dt>Relógio</dt><dd>${day(account.now())}</dd>
          <dt>Cobranças que serão recusadas</dt><dd>${account.state.behaviour.failNextPayments}</dd></dl>
        <h2>Assinaturas</h2>
        ${listed(
          account.all('subscription'),
          (one) => subscriptionRow(account, one),
          'As assinaturas feitas no produto aparecem aqui.',
        )}
        <h2>Pagamentos</h2>
        ${listed(
          account.all('charge').filter(({ paid }) => paid),
          (one) => paymentRow(account, one),
          'Os pagamentos aparecem aqui, para contestar um deles no banco.',
        )}
        <h2>Avisos ao produto</h2>
        ${listed(account.state.deliveries, deliveryRow, 'Os avisos (webhooks) enviados ao produto aparecem aqui.')}
      </div>`,
  });

export function homeRoute(app: FastifyInstance, account: Account) {
  app.get('/stripe', async (_request, reply) => {
    catchUp(account);
    return sendPage(reply, homePage(account));
  });
}
