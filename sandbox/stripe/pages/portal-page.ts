import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html, page, sendPage } from '../../page/html-page.ts';
import type { Account } from '../account.ts';
import { catchUp } from '../billing/clock.ts';
import { collect, setCard } from '../billing/collect.ts';
import type { ObjectOf } from '../objects.ts';
import { day, money, statusWords } from './format.ts';

type Invoice = ObjectOf<'invoice'>;
type PortalSession = ObjectOf<'billing_portal.session'>;

const otherCard: Readonly<Record<string, string>> = { '4242': '4444', '4444': '4242' };

const invoiceRow = (action: string, { id, number, created, total, status }: Invoice) => html`
  <li>
    <p class="soft"><a href="/stripe/invoices/${id}">${number}</a> ${day(created)}</p>
    <p>${money(total)}, ${statusWords[status]}</p>
    ${
      status === 'open'
        ? html`<form method="post" action="${action}"><button name="pay" value="${id}">Pagar agora (teste)</button></form>`
        : undefined
    }
  </li>`;

function portalPage(account: Account, { id, customer: customerId, return_url }: PortalSession, notice = '') {
  const action = `/stripe/portal/${id}`;
  const { name, sandbox } = account.get('customer', customerId);
  const invoices = account.all('invoice').filter(({ customer }) => customer === customerId);
  return page({
    title: 'Portal de teste',
    body: html`
      <div class="narrow">
        <h1>Portal de teste</h1>
        <p class="lead">Esta página fica no lugar do portal da Stripe, onde o cliente troca o cartão e vê as faturas.</p>
        ${notice === '' ? undefined : html`<p class="fault" role="status">${notice}</p>`}
        <h2>Cartão de ${name}</h2>
        <p>Cartão com final ${sandbox.card}</p>
        <form method="post" action="${action}">
          <p class="buttons"><button class="primary" name="card" value="other">Trocar por outro cartão</button></p>
        </form>
        <h2>Faturas</h2>
        ${
          invoices.length === 0
            ? html`<p class="empty">Ainda não há faturas.</p>`
            : html`<ol class="texts">${invoices.toReversed().map((invoice) => invoiceRow(action, invoice))}</ol>`
        }
        <p><a href="${return_url}">Voltar</a></p>
      </div>`,
  });
}

const invoicePage = ({ number, created, status, customer_email, lines, total, amount_paid }: Invoice) =>
  page({
    title: `Fatura ${number}`,
    body: html`
      <div class="narrow">
        <h1>Fatura de teste ${number}</h1>
        <p class="lead">Não é um documento fiscal: nada foi pago.</p>
        <dl>
          <dt>Data</dt><dd>${day(created)}</dd>
          <dt>Situação</dt><dd>${statusWords[status]}</dd>
          <dt>Cliente</dt><dd>${customer_email}</dd>
          ${lines.data.map(({ description, amount }) => html`<dt>${description}</dt><dd>${money(amount)}</dd>`)}
          <dt>Total</dt><dd><strong>${money(total)}</strong></dd>
          <dt>Pago</dt><dd>${money(amount_paid)}</dd>
        </dl>
      </div>`,
  });

type Params = { Params: { id: string } };

const PressSchema = z.object({ card: z.literal('other').optional(), pay: z.string().optional() });

export function portalRoutes(app: FastifyInstance, account: Account) {
  app.get<Params>('/stripe/portal/:id', async ({ params }, reply) => {
    catchUp(account);
    return sendPage(reply, portalPage(account, account.get('billing_portal.session', params.id)));
  });

  app.post<Params>('/stripe/portal/:id', async ({ params, body }, reply) => {
    const { card, pay } = PressSchema.parse(body);
    catchUp(account);
    const session = account.get('billing_portal.session', params.id);
    const customer = account.get('customer', session.customer);
    let notice: string | undefined;
    if (card !== undefined) {
      setCard(customer, otherCard[customer.sandbox.card] ?? '4242');
      account.emit('customer.updated', customer);
      notice = 'O cartão foi trocado.';
    }
    const invoice = pay === undefined ? undefined : account.get('invoice', pay);
    if (invoice?.status === 'open' && invoice.customer === customer.id)
      notice = collect(account, invoice, { isByHand: true })
        ? 'A fatura foi paga.'
        : 'O cartão foi recusado.';
    await account.save();
    return sendPage(reply, portalPage(account, session, notice));
  });

  app.get<Params>('/stripe/invoices/:id', async ({ params }, reply) =>
    sendPage(reply, invoicePage(account.get('invoice', params.id))),
  );
}
