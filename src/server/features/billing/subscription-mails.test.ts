import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDate } from '#domain/format/dates.ts';
import { stripeWebhookSecret } from '#sandbox/stripe/client.ts';
import { signatureHeader } from '#sandbox/stripe/webhooks.ts';
import { mailsTo } from '#tests/helpers/mailbox.ts';
import { startWithMovedClock } from '#tests/stripe/moved-clock.ts';
import { openSdk } from '#tests/stripe/open-stripe.ts';
import { pressCheckout } from '#tests/stripe/stripe-controls.ts';
import { billingOf, expectBillingQuiet, newUser, planOf } from '#tests/stripe/subscriber.ts';
import { cancelSubscription, resumeSubscription } from './checkout/cancel-subscription.ts';
import { createCheckout } from './checkout/create-checkout.ts';
import { listPayments } from './checkout/payment-history.ts';
import { requestRefund } from './checkout/request-refund.ts';
import { updateSubscription } from './checkout/update-subscription.ts';
import { syncCustomer } from './sync/sync-customer.ts';

/** Each step waits until all its events and mails are processed. */
const timeLimitMs = 240_000;

let billing: Awaited<ReturnType<typeof startWithMovedClock>>;
beforeAll(async () => {
  billing = await startWithMovedClock();
});
afterAll(() => billing.close());

type User = Awaited<ReturnType<typeof newUser>>;
const sdk = () => openSdk(billing.sandboxUrl);

async function mailsOf({ email }: User) {
  const mails = await mailsTo(billing.mailboxUrl, email);
  return mails.map(({ subject, text }) => ({ subject, text: text.replaceAll('\u00a0', ' ') })).toReversed();
}
const subjectsOf = async (user: User) => (await mailsOf(user)).map(({ subject }) => subject).toSorted();
const textOf = async (user: User, subject: RegExp) =>
  (await mailsOf(user)).findLast((mail) => subject.test(mail.subject))?.text ?? '';
const customerOf = async (user: User) => (await billingOf(billing, user)).stripeCustomerId ?? '';
const subscriptionOf = async (user: User) => (await billingOf(billing, user)).stripeSubscriptionId ?? '';
const periodEnd = async (user: User) => formatDate((await billingOf(billing, user)).currentPeriodEnd as Date);

const began = 'Sua assinatura do Escriba começou';
const changed = 'Seu plano no Escriba mudou';
const cancelled = 'Sua assinatura do Escriba foi cancelada';
const resumed = 'Sua assinatura do Escriba foi retomada';
const ended = 'Sua assinatura do Escriba terminou';
const failed = 'O pagamento do seu plano no Escriba não foi aprovado';
const refunded = 'Seu reembolso no Escriba foi feito';

/** Stripe sends one event five times and three syncs run at once, but each mail arrives only once. */
async function expectOnly(user: User, subjects: readonly string[]) {
  await billing.stripe.deliver();
  const customer = await customerOf(user);
  const object = { object: 'subscription', id: await subscriptionOf(user), customer };
  const body = JSON.stringify({
    id: `evt_again_${crypto.randomUUID()}`,
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object },
  });
  const again = () =>
    fetch(`${billing.url}/api/stripe/webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': signatureHeader(body, stripeWebhookSecret),
      },
      body,
    });
  for (const { status } of await Promise.all(Array.from({ length: 5 }, again))) expect(status).toBe(200);
  await Promise.all(Array.from({ length: 3 }, () => syncCustomer(billing.deps, user)));
  await expectBillingQuiet(billing);
  expect(await subjectsOf(user)).toEqual(subjects.toSorted());
}

/** The buyer pays on Stripe's page and does not return, so only the webhook reports the payment. */
async function subscriber(planId = 'basic-monthly') {
  const user = await newUser(billing);
  const { url } = await createCheckout(billing.deps, user, { planId });
  expect((await pressCheckout(url, 'pay')).status).toBe(303);
  await expect.poll(() => planOf(billing, user)).toBe(planId);
  return user;
}

test(
  'a start, a cancellation, a resumption and a change send one mail each, however often Stripe reports them',
  async () => {
    await billing.stripe.behave({ webhooks: 'twice' });
    const ana = await subscriber();
    await expectOnly(ana, [began]);
    const end = await periodEnd(ana);
    expect(await textOf(ana, /começou/)).toMatch(
      new RegExp(
        `^Olá, Ana\n\nSua assinatura do plano Básico mensal começou e já vale\\.\n\nEle custa R\\$ 29,90 por mês e se renova em ${end}\\.\n`,
      ),
    );

    await cancelSubscription(billing.deps, ana);
    await expectOnly(ana, [began, cancelled]);
    expect(await textOf(ana, /cancelada/)).toContain(`Você usa o plano até ${end}; depois`);

    await resumeSubscription(billing.deps, ana);
    await expectOnly(ana, [began, cancelled, resumed]);
    expect(await textOf(ana, /retomada/)).toContain(`R$ 29,90 por mês e se renova em ${end}.`);

    await updateSubscription(billing.deps, ana, { newPlanId: 'basic-annual' });
    await expectOnly(ana, [began, cancelled, changed, resumed]);
    expect(await textOf(ana, /mudou/)).toMatch(
      /Seu plano agora é o Básico anual\.\n\nEle custa R\$ [\d.]+,\d\d por ano e se renova em /,
    );
    await billing.stripe.behave({ webhooks: 'normal' });
  },
  timeLimitMs,
);

test(
  'a plan change that undoes a cancellation sends one mail',
  async () => {
    const bia = await subscriber();
    await cancelSubscription(billing.deps, bia);
    await updateSubscription(billing.deps, bia, { newPlanId: 'basic-annual' });
    await expectOnly(bia, [began, cancelled, changed]);
  },
  timeLimitMs,
);

test(
  'changes on Stripe’s own pages send the same mails',
  async () => {
    const caio = await subscriber();
    await sdk().subscriptions.update(await subscriptionOf(caio), { cancel_at_period_end: true });
    await expectOnly(caio, [began, cancelled]);
    await sdk().subscriptions.cancel(await subscriptionOf(caio));
    await expectOnly(caio, [began, cancelled, ended]);
    expect(await textOf(caio, /terminou/)).toContain(
      `terminou em ${formatDate(billing.deps.now())}, e nada mais será cobrado.`,
    );
  },
  timeLimitMs,
);

test(
  'an announced end sends no second mail on its day',
  async () => {
    const davi = await subscriber();
    await cancelSubscription(billing.deps, davi);
    await billing.stripe.advanceDays(32);
    await billing.stripe.deliver();
    await syncCustomer(billing.deps, davi);
    expect(await planOf(billing, davi)).toBe('free');
    await expectOnly(davi, [began, cancelled]);
  },
  timeLimitMs,
);

test(
  'a failed renewal sends a mail, and the end a week later sends another',
  async () => {
    const eva = await subscriber();
    await billing.stripe.behave({ customer: await customerOf(eva), failNextPayments: 10 });
    await billing.stripe.advanceDays(32);
    await expectOnly(eva, [began, failed]);
    await billing.stripe.advanceDays(8);
    await expectOnly(eva, [began, ended, failed]);
    expect(await textOf(eva, /terminou/)).toContain('porque o pagamento não foi aprovado');
  },
  timeLimitMs,
);

test(
  'a cancellation while a payment is owed ends the subscription at once, and the mail says so',
  async () => {
    const fred = await subscriber();
    await billing.stripe.behave({ customer: await customerOf(fred), failNextPayments: 10 });
    await billing.stripe.advanceDays(32);
    await syncCustomer(billing.deps, fred);
    await cancelSubscription(billing.deps, fred);
    await expectOnly(fred, [began, ended, failed]);
    expect(await textOf(fred, /terminou/)).not.toContain('porque');
  },
  timeLimitMs,
);

test(
  'a refund through the product sends its own mail and ends the subscription without another',
  async () => {
    const gil = await subscriber();
    const [payment] = await listPayments(billing.deps, gil);
    await requestRefund(billing.deps, gil, { paymentIntentId: payment?.payment_intent_id ?? '' });
    await expectOnly(gil, [began, refunded]);
  },
  timeLimitMs,
);

test(
  'a manual refund at Stripe ends the subscription, and the mail says why',
  async () => {
    const hugo = await subscriber();
    const [payment] = await listPayments(billing.deps, hugo);
    await sdk().refunds.create({ payment_intent: payment?.payment_intent_id ?? '' });
    await expectOnly(hugo, [began, ended]);
    expect(await planOf(billing, hugo)).toBe('free');
    expect(await textOf(hugo, /terminou/)).toContain('porque o pagamento dela foi devolvido');
  },
  timeLimitMs,
);

test(
  'a user who buys an ended plan again starts a new subscription',
  async () => {
    const iris = await subscriber();
    await sdk().subscriptions.cancel(await subscriptionOf(iris));
    await expectOnly(iris, [began, ended]);
    const { url } = await createCheckout(billing.deps, iris, { planId: 'basic-annual' });
    await pressCheckout(url, 'pay');
    await expectOnly(iris, [began, began, ended]);
  },
  timeLimitMs,
);
