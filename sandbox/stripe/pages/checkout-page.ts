import { html, page } from '../../page/html-page.ts';
import type { Price } from '../objects/catalogue.ts';
import type { Session } from '../objects/session.ts';
import { money, rhythm } from './words.ts';

export type Bought = Readonly<{ name: string; price: Price; quantity: number }>;

type CheckoutOptions = {
  session: Session;
  bought: readonly Bought[];
  email: string | null;
  declined?: boolean;
};

/** Works without a script: the three ends of a payment are buttons of one form. */
export function checkoutPage({ session, bought, email, declined = false }: CheckoutOptions) {
  return page({
    title: 'Pagamento de teste',
    body: html`
      <div class="narrow">
        <h1>Pagamento de teste</h1>
        <p class="lead">Esta página fica no lugar da página de pagamento da Stripe. Nenhum cartão é pedido e ninguém
        paga nada: escolha como o pagamento termina.</p>
        ${declined ? html`<p class="fault" role="alert">O cartão foi recusado. Tente de novo ou desista.</p>` : undefined}
        <ul class="cards">${bought.map(
          ({ name, price, quantity }) => html`
          <li class="card"><strong>${name}</strong>
            <span>${money(price.unit_amount * quantity, price.currency)} ${rhythm(price)}</span></li>`,
        )}</ul>
        <dl>
          <dt>Total de hoje</dt><dd><strong>${money(session.amount_total, session.currency)}</strong></dd>
          ${email === null ? undefined : html`<dt>E-mail</dt><dd>${email}</dd>`}
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

/** A page left open in another tab, or one without a way back. */
export function checkoutOverPage(sentence: string, link: { href: string; text: string } | undefined) {
  return page({
    title: 'Pagamento de teste',
    body: html`
      <div class="narrow">
        <h1>Pagamento de teste</h1>
        <p class="lead">${sentence}</p>
        ${link && html`<p><a href="${link.href}">${link.text}</a></p>`}
      </div>`,
  });
}
