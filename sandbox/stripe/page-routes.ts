import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { errorPage } from '../home-page.ts';
import { sendPage } from '../page/html-page.ts';
import { type Account, takeCard } from './account.ts';
import { catchUp } from './billing/clock.ts';
import { collect } from './billing/invoices.ts';
import { completeSession } from './billing/subscribe.ts';
import { changed } from './billing/subscription-end.ts';
import type { Price } from './objects/catalogue.ts';
import type { Customer } from './objects/customer.ts';
import { newPortalSession, type Session } from './objects/session.ts';
import { checkoutOverPage, checkoutPage } from './pages/checkout-page.ts';
import { homePage } from './pages/home-page.ts';
import { invoicePage, portalPage } from './pages/portal-page.ts';

type Params = { Params: { id: string } };

/** The product may be at any port here, or at the address that it gave. */
const formsLeadTo = ({ success_url: success, cancel_url: cancel }: Session) => [
  ...new Set([success, ...(cancel === null ? [] : [cancel])].map((url) => new URL(url).origin)),
];

/** Stripe puts the id there as it is. */
const successUrl = ({ id, success_url: url }: Session) => url.replaceAll('{CHECKOUT_SESSION_ID}', id);

const notFound = (reply: FastifyReply) =>
  sendPage(reply.code(404), errorPage('O Stripe de teste não conhece esta página.'));

function checkoutRoutes(app: FastifyInstance, account: Account) {
  const { store } = account;

  const show = (reply: FastifyReply, session: Session, declined = false) => {
    const rules = { formsLeadTo: formsLeadTo(session) };
    if (session.status === 'complete') {
      const link = { href: successUrl(session), text: 'Voltar ao produto' };
      return sendPage(reply, checkoutOverPage('Este pagamento já foi feito.', link), rules);
    }
    const back =
      session.cancel_url === null ? undefined : { href: session.cancel_url, text: 'Voltar ao produto' };
    if (session.status === 'expired')
      return sendPage(reply, checkoutOverPage('Este pedido de pagamento expirou.', back), rules);
    const bought = session.sandbox.lines.map(({ price: id, quantity }) => {
      const price = store.get('price', id) as Price;
      return { name: store.get('product', price.product)?.name ?? price.id, price, quantity };
    });
    const customer = session.customer === null ? undefined : store.get('customer', session.customer);
    const email = customer?.email ?? session.customer_email;
    return sendPage(reply, checkoutPage({ session, bought, email, declined }), rules);
  };

  app.get<Params>('/stripe/checkout/:id', async ({ params }, reply) => {
    catchUp(account);
    const session = store.get('checkout.session', params.id);
    return session === undefined ? notFound(reply) : show(reply, session);
  });

  const PressSchema = z.object({ action: z.enum(['pay', 'decline', 'leave']) });
  app.post<Params>('/stripe/checkout/:id', async ({ params, body }, reply) => {
    const { action } = PressSchema.parse(body);
    catchUp(account);
    const session = store.get('checkout.session', params.id);
    if (session === undefined) return notFound(reply);
    // Also the second of two tabs: it learns that the first one paid.
    if (session.status !== 'open') return show(reply, session);
    if (action === 'decline') return show(reply.code(402), session, true);
    if (action === 'leave')
      return session.cancel_url === null
        ? sendPage(reply, checkoutOverPage('Você desistiu do pagamento.', undefined))
        : reply.redirect(session.cancel_url, 303);
    completeSession(account, session);
    await store.save();
    return reply.redirect(successUrl(session), 303);
  });
}

function portalRoutes(app: FastifyInstance, account: Account) {
  const { store } = account;

  const cardOf = ({ invoice_settings: settings, id }: Customer) => {
    const running = store.all('subscription').findLast(({ customer }) => customer === id);
    const card = settings.default_payment_method ?? running?.default_payment_method;
    return card ? store.get('payment_method', card) : undefined;
  };

  const show = (reply: FastifyReply, id: string, notice?: string) => {
    const portal = store.get('billing_portal.session', id);
    const customer = portal && store.get('customer', portal.customer);
    if (portal === undefined || customer === undefined) return notFound(reply);
    const invoices = store
      .all('invoice')
      .filter((one) => one.customer === customer.id)
      .reverse();
    const { return_url: returnUrl } = portal;
    return sendPage(reply, portalPage({ id, customer, card: cardOf(customer), invoices, returnUrl, notice }));
  };

  /** What is running is paid with the new card too, or the next renewal would still fail. */
  const changeCard = (customer: Customer, kind: 'other' | 'declined') => {
    const card = takeCard(account, customer, kind);
    customer.invoice_settings.default_payment_method = card.id;
    account.emit('customer.updated', customer);
    for (const subscription of store.all('subscription'))
      if (subscription.customer === customer.id && subscription.status !== 'canceled')
        changed(account, subscription, () => {
          subscription.default_payment_method = card.id;
        });
    return 'O cartão foi trocado.';
  };

  app.get<Params>('/stripe/portal/:id', async ({ params }, reply) => {
    catchUp(account);
    return show(reply, params.id);
  });

  const PortalSchema = z.object({
    card: z.enum(['other', 'declined']).optional(),
    pay: z.string().optional(),
  });
  app.post<Params>('/stripe/portal/:id', async ({ params, body }, reply) => {
    const { card, pay } = PortalSchema.parse(body);
    catchUp(account);
    const portal = store.get('billing_portal.session', params.id);
    const customer = portal && store.get('customer', portal.customer);
    if (customer === undefined) return notFound(reply);
    const invoice = pay === undefined ? undefined : store.get('invoice', pay);
    let notice: string | undefined;
    if (card !== undefined) notice = changeCard(customer, card);
    if (invoice?.status === 'open' && invoice.customer === customer.id)
      notice = collect(account, invoice, { byHand: true }) ? 'A fatura foi paga.' : 'O cartão foi recusado.';
    await store.save();
    return show(reply, params.id, notice);
  });

  app.post('/stripe/portal', async ({ body }, reply) => {
    const { customer } = z.object({ customer: z.string() }).parse(body);
    if (store.get('customer', customer) === undefined) return notFound(reply);
    const options = { now: account.now() };
    const made = store.add(
      newPortalSession({ customer, returnUrl: `${account.baseUrl()}/stripe`, locale: null }, options),
    );
    await store.save();
    return reply.redirect(`/stripe/portal/${made.id}`, 303);
  });

  app.get<Params>('/stripe/invoices/:id', async ({ params }, reply) => {
    const invoice = store.get('invoice', params.id);
    return invoice === undefined ? notFound(reply) : sendPage(reply, invoicePage(invoice));
  });
  app.get<Params>('/stripe/receipts/:id', async ({ params }, reply) => {
    const intent = store.get('charge', params.id)?.payment_intent;
    const payment = store.all('invoice_payment').find((one) => one.payment.payment_intent === intent);
    return payment === undefined
      ? notFound(reply)
      : reply.redirect(`/stripe/invoices/${payment.invoice}`, 303);
  });
}

export function pageRoutes(app: FastifyInstance, account: Account) {
  app.get('/stripe', async (_request, reply) => {
    catchUp(account);
    return sendPage(reply, homePage(account));
  });
  checkoutRoutes(app, account);
  portalRoutes(app, account);
}
