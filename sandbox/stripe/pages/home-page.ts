import { type Html, html, page } from '../../page/html-page.ts';
import type { Account } from '../account.ts';
import type { Delivery } from '../store.ts';
import { day, money, statusWords } from './words.ts';

const shown = 20;
const daySeconds = 86_400;

const deliveryWords: Readonly<Record<Delivery['state'], string>> = {
  held: 'Retido',
  waiting: 'Esperando',
  delivered: 'Entregue',
  failed: 'Não entregue',
  dropped: 'Perdido',
  no_address: 'Sem endereço',
};

const clockButton = (text: string, days: number) =>
  html`<button name="advanceSeconds" value="${days * daySeconds}">${text}</button>`;

function listed(rows: readonly Html[], empty: string): Html {
  return rows.length === 0 ? html`<p class="empty">${empty}</p>` : html`<ol class="texts">${rows}</ol>`;
}

function subscriptionRows({ store }: Account) {
  return store
    .all('subscription')
    .slice(-shown)
    .reverse()
    .map((subscription) => {
      const { items, status, cancel_at: cancelAt } = subscription;
      const [item] = items;
      const price = item && store.get('price', item.price);
      const product = price && store.get('product', price.product);
      const end = item?.current_period_end ?? 0;
      const next =
        status === 'canceled'
          ? ''
          : cancelAt === null
            ? `, renova em ${day(end)}`
            : `, termina em ${day(cancelAt)}`;
      return html`<li>
        <p class="soft">${store.get('customer', subscription.customer)?.email ?? subscription.customer}
          <span>${subscription.id}</span></p>
        <p>${product?.name}: ${price && money(price.unit_amount, price.currency)}. ${statusWords[status]}${next}.</p>
      </li>`;
    });
}

const customerRows = ({ store }: Account) =>
  store
    .all('customer')
    .filter(({ sandbox }) => !sandbox.deleted)
    .slice(-shown)
    .reverse()
    .map(
      ({ id, email, name }) => html`<li>
        <p class="soft">${id}</p>
        <p>${name ?? ''} ${email ?? ''}</p>
        <form method="post" action="/stripe/portal"><button name="customer" value="${id}">Abrir o portal</button></form>
      </li>`,
    );

const deliveryRows = ({ store }: Account) =>
  store.state.deliveries
    .slice(-shown)
    .reverse()
    .map(({ type, state, attempts }) => {
      const last = attempts.at(-1);
      const answer = last === undefined ? '' : ` (${last.status ?? 'sem resposta'}, ${attempts.length}×)`;
      return html`<li><p><code>${type}</code> ${deliveryWords[state]}${answer}</p></li>`;
    });

export function homePage(account: Account) {
  return page({
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
          <dt>Cobranças que serão recusadas</dt><dd>${account.store.state.behaviour.failNextPayments}</dd></dl>
        <h2>Assinaturas</h2>
        ${listed(subscriptionRows(account), 'As assinaturas feitas no produto aparecem aqui.')}
        <h2>Clientes</h2>
        ${listed(customerRows(account), 'Os clientes aparecem aqui.')}
        <h2>Avisos ao produto</h2>
        ${listed(deliveryRows(account), 'Os avisos (webhooks) enviados ao produto aparecem aqui.')}
      </div>`,
  });
}
