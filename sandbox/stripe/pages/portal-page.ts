import { html, page } from '../../page/html-page.ts';
import type { Customer, PaymentMethod } from '../objects/customer.ts';
import type { Invoice } from '../objects/invoice.ts';
import { day, money, statusWords } from './words.ts';

type PortalOptions = {
  id: string;
  customer: Customer;
  card: PaymentMethod | undefined;
  invoices: readonly Invoice[];
  returnUrl: string | null;
  notice: string | undefined;
};

const invoiceRow = (action: string) => (invoice: Invoice) =>
  html`
  <li>
    <p class="soft"><a href="/stripe/invoices/${invoice.id}">${invoice.number}</a> ${day(invoice.created)}</p>
    <p>${money(invoice.total, invoice.currency)}, ${statusWords[invoice.status]}</p>
    ${
      invoice.status === 'open'
        ? html`<form method="post" action="${action}"><button name="pay" value="${invoice.id}">Pagar agora (teste)</button></form>`
        : undefined
    }
  </li>`;

export function portalPage({ id, customer, card, invoices, returnUrl, notice }: PortalOptions) {
  const action = `/stripe/portal/${id}`;
  const cardText =
    card === undefined ? 'Nenhum cartão.' : `${card.card.brand.toUpperCase()} com final ${card.card.last4}`;
  return page({
    title: 'Portal de teste',
    body: html`
      <div class="narrow">
        <h1>Portal de teste</h1>
        <p class="lead">Esta página fica no lugar do portal da Stripe, onde o cliente troca o cartão e vê as faturas.</p>
        ${notice && html`<p class="fault" role="status">${notice}</p>`}
        <h2>Cartão de ${customer.name ?? customer.email ?? customer.id}</h2>
        <p>${cardText}</p>
        <form method="post" action="${action}">
          <p class="buttons">
            <button class="primary" name="card" value="other">Trocar por outro cartão</button>
            <button name="card" value="declined">Trocar por um cartão que será recusado</button>
          </p>
        </form>
        <h2>Faturas</h2>
        ${
          invoices.length === 0
            ? html`<p class="empty">Ainda não há faturas.</p>`
            : html`<ol class="texts">${invoices.map(invoiceRow(action))}</ol>`
        }
        ${returnUrl === null ? undefined : html`<p><a href="${returnUrl}">Voltar</a></p>`}
      </div>`,
  });
}

export function invoicePage(invoice: Invoice) {
  return page({
    title: `Fatura ${invoice.number}`,
    body: html`
      <div class="narrow">
        <h1>Fatura de teste ${invoice.number}</h1>
        <p class="lead">Não é um documento fiscal: nada foi pago.</p>
        <dl>
          <dt>Data</dt><dd>${day(invoice.created)}</dd>
          <dt>Situação</dt><dd>${statusWords[invoice.status]}</dd>
          <dt>Cliente</dt><dd>${invoice.customer_email ?? invoice.customer}</dd>
          ${invoice.lines.map(
            ({ description, amount, currency }) =>
              html`<dt>${description}</dt><dd>${money(amount, currency)}</dd>`,
          )}
          <dt>Total</dt><dd><strong>${money(invoice.total, invoice.currency)}</strong></dd>
          <dt>Pago</dt><dd>${money(invoice.amount_paid, invoice.currency)}</dd>
        </dl>
      </div>`,
  });
}
