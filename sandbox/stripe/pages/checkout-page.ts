import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html, page, sendPage } from '../../page/html-page.ts';
import type { Account } from '../account.ts';
import { catchUp } from '../billing/clock.ts';
import { completeSession } from '../billing/subscriptions.ts';
import type { Interval, ObjectOf } from '../objects.ts';
import { money } from './format.ts';

type Session = ObjectOf<'checkout.session'>;

const perInterval: Readonly<Record<Interval, string>> = { month: 'por mês', year: 'por ano' };

/** The form works without scripts. */
function openPage(account: Account, session: Session, isDeclined: boolean) {
  const price = account.get('price', session.sandbox.price);
  const { email } = account.get('customer', session.customer);
  return page({
    title: 'Pagamento de teste',
    body: html`
      <div class="narrow">
        <h1>Pagamento de teste</h1>
        <p class="lead">Esta página fica no lugar da página de pagamento da Stripe. Nenhum cartão é pedido e ninguém
        paga nada: escolha como o pagamento termina.</p>
        ${isDeclined ? html`<p class="fault" role="alert">O cartão foi recusado. Tente de novo ou desista.</p>` : undefined}
        <ul class="cards"><li class="card"><strong>${account.get('product', price.product).name}</strong>
          <span>${money(price.unit_amount)} ${perInterval[price.recurring.interval]}</span></li></ul>
        <dl>
          <dt>Total de hoje</dt><dd><strong>${money(session.amount_total)}</strong></dd>
          <dt>E-mail</dt><dd>${email}</dd>
        </dl>
        <form method="post" action="/stripe/checkout/${session.id}">
          <p class="buttons">
            <button class="primary" name="action" value="pay">Pagar (teste)</button>
            <button name="action" value="decline">Cartão recusado</button>
            <button name="action" value="leave">Desistir</button>
          </p>
        </form>
      </div>`,
  });
}

const closedPage = (sentence: string, href: string) =>
  page({
    title: 'Pagamento de teste',
    body: html`
      <div class="narrow">
        <h1>Pagamento de teste</h1>
        <p class="lead">${sentence}</p>
        <p><a href="${href}">Voltar ao produto</a></p>
      </div>`,
  });

/** Shows no form for a paid or expired session, for example in a second tab. */
function sessionPage(account: Account, session: Session, isDeclined: boolean) {
  if (session.status === 'complete') return closedPage('Este pagamento já foi feito.', session.success_url);
  if (session.status === 'expired')
    return closedPage('Este pedido de pagamento expirou.', session.cancel_url);
  return openPage(account, session, isDeclined);
}

type Params = { Params: { id: string } };

const PressSchema = z.object({ action: z.enum(['pay', 'decline', 'leave']) });

export function checkoutRoutes(app: FastifyInstance, account: Account) {
  const send = (reply: FastifyReply, session: Session, isDeclined = false) => {
    const origins = [session.success_url, session.cancel_url].map((url) => new URL(url).origin);
    return sendPage(reply, sessionPage(account, session, isDeclined), { formTargets: [...new Set(origins)] });
  };

  app.get<Params>('/stripe/checkout/:id', async ({ params }, reply) => {
    catchUp(account);
    return send(reply, account.get('checkout.session', params.id));
  });

  app.post<Params>('/stripe/checkout/:id', async ({ params, body }, reply) => {
    const { action } = PressSchema.parse(body);
    catchUp(account);
    const session = account.get('checkout.session', params.id);
    if (session.status !== 'open') return send(reply, session);
    if (action === 'decline') return send(reply.code(402), session, true);
    if (action === 'leave') return reply.redirect(session.cancel_url, 303);
    completeSession(account, session);
    await account.save();
    return reply.redirect(session.success_url, 303);
  });
}
