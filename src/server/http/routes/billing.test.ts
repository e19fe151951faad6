import { eq, isNull } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BillingStateSchema, ChangePreviewSchema, PaymentHistorySchema } from '#contract/billing.ts';
import { billingAudit } from '#server/adapters/db/schema/billing.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { openSdk } from '#tests/stripe/open-stripe.ts';
import { pressCheckout, stripeControls } from '#tests/stripe/stripe-controls.ts';
import { billingOf } from '#tests/stripe/subscriber.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

const stateOf = async ({ call }: TestUser) => BillingStateSchema.parse(await (await call('/billing')).json());
const historyOf = async ({ call }: TestUser) =>
  PaymentHistorySchema.parse(await (await call('/stripe/history')).json());
const planOf = async ({ call }: TestUser) =>
  ((await (await call('/auth/plan')).json()) as { plan: string }).plan;
const openPage = async ({ call }: TestUser, planId = 'basic-monthly') =>
  ((await (await call('/stripe/create-session', { body: { planId } })).json()) as { url: string }).url;
const press = ({ call }: TestUser, path: string, body?: object) => call(path, { method: 'POST', body });
const refusalOf = async (answer: Response) => ({
  status: answer.status,
  code: ((await answer.json()) as { code: string }).code,
});

/** Without a sync request: only the webhook activates the plan. */
async function subscriber(planId = 'basic-monthly') {
  const user = await signedInUser(product);
  await pressCheckout(await openPage(user, planId), 'pay');
  await expect.poll(() => planOf(user)).toBe(planId);
  return user;
}

test('a payment activates the plan with the webhook and appears in the history', async () => {
  const ana = await signedInUser(product);
  expect(await stateOf(ana)).toMatchObject({ is_available: true, plan: 'free', status: 'none' });
  expect(await historyOf(ana)).toEqual([]);
  const paid = await pressCheckout(await openPage(ana), 'pay');
  expect(paid.location).toBe(`${product.url}/dashboard/plano?pagamento=ok`);
  await expect.poll(() => planOf(ana)).toBe('basic-monthly');
  expect(await stateOf(ana)).toMatchObject({
    plan: 'basic-monthly',
    plan_name: 'Básico mensal',
    subscribed_plan: 'basic-monthly',
    status: 'active',
    cancel_at_period_end: false,
  });
  const [payment, ...others] = await historyOf(ana);
  expect(others).toEqual([]);
  expect(payment).toMatchObject({ plan: 'Básico mensal', value: 2_990, status: 'paid' });
  expect(Date.parse(payment?.refundable_until ?? '') - Date.parse(payment?.date ?? '')).toBe(7 * 86_400_000);
});

test('a declined or cancelled checkout keeps the free plan, and the user can retry on the same page', async () => {
  const ana = await signedInUser(product);
  const page = await openPage(ana);
  expect((await pressCheckout(page, 'decline')).status).toBe(402);
  const left = await pressCheckout(page, 'leave');
  expect(left.location).toBe(`${product.url}/dashboard/plano?plano=basic-monthly&pagamento=desistiu`);
  expect(await (await press(ana, '/stripe/sync')).json()).toMatchObject({ plan: 'free', status: 'none' });
  expect(await openPage(ana)).toBe(page);
});

test('two tabs that check out together get one Stripe page and one subscription', async () => {
  const ana = await signedInUser(product);
  const [one, other] = await Promise.all([openPage(ana), openPage(ana)]);
  expect(one).toBe(other);
  await Promise.all([pressCheckout(one, 'pay'), pressCheckout(other, 'pay')]);
  await expect.poll(() => planOf(ana)).toBe('basic-monthly');
  const customer = (await billingOf(product, ana)).stripeCustomerId ?? '';
  const { data } = await openSdk(product.sandboxUrl).subscriptions.list({ customer, status: 'all' });
  expect(data).toHaveLength(1);
  expect(await refusalOf(await press(ana, '/stripe/create-session', { planId: 'basic-annual' }))).toEqual({
    status: 409,
    code: 'already_subscribed',
  });
});

test('choosing another plan expires the first checkout page, so that a user cannot pay both', async () => {
  const ana = await signedInUser(product);
  const monthly = await openPage(ana, 'basic-monthly');
  const annual = await openPage(ana, 'basic-annual');
  expect(annual).not.toBe(monthly);
  await pressCheckout(monthly, 'pay');
  await pressCheckout(annual, 'pay');
  await expect.poll(() => planOf(ana)).toBe('basic-annual');
  expect(await historyOf(ana)).toHaveLength(1);
});

test('an upgrade charges the difference at once, and upgrades and downgrades change the plan at once', async () => {
  const ana = await subscriber('basic-monthly');
  const upgraded = await press(ana, '/stripe/update-subscription', { newPlanId: 'basic-annual' });
  expect(await upgraded.json()).toEqual({
    message: expect.stringMatching(
      /^Pronto: seu plano agora é o Básico anual\. O cartão pagou R\$\s270,00\.$/,
    ),
  });
  expect(await planOf(ana)).toBe('basic-annual');
  const [difference] = await historyOf(ana);
  expect(difference?.value).toBeGreaterThan(26_000);
  expect(difference?.value).toBeLessThan(29_991);
  expect((await press(ana, '/stripe/update-subscription', { newPlanId: 'basic-monthly' })).status).toBe(200);
  expect(await planOf(ana)).toBe('basic-monthly');
  expect((await press(ana, '/stripe/update-subscription', { newPlanId: 'basic-annual' })).status).toBe(200);
  expect(await planOf(ana)).toBe('basic-annual');
});

test('a cancelled subscription keeps its plan and can be resumed; choosing free cancels too', async () => {
  const ana = await subscriber();
  const cancelled = await press(ana, '/stripe/cancel-subscription');
  const { message } = (await cancelled.json()) as { message: string };
  expect(message).toMatch(/^Assinatura cancelada\. Seu plano vale até \d+º? de \S+ de \d{4}, e nada mais/);
  expect(await stateOf(ana)).toMatchObject({
    plan: 'basic-monthly',
    status: 'cancels_at',
    cancel_at_period_end: true,
  });
  expect((await press(ana, '/stripe/resume-subscription')).status).toBe(200);
  expect(await stateOf(ana)).toMatchObject({ status: 'active', cancel_at_period_end: false });
  expect((await press(ana, '/stripe/update-subscription', { newPlanId: 'free' })).status).toBe(200);
  expect(await stateOf(ana)).toMatchObject({ plan: 'basic-monthly', status: 'cancels_at' });
  // Choosing the cancelled plan again resumes it.
  expect((await press(ana, '/stripe/update-subscription', { newPlanId: 'basic-monthly' })).status).toBe(200);
  expect(await stateOf(ana)).toMatchObject({ status: 'active' });
});

test('the preview of a plan change shows the amount that the change charges', async () => {
  const ana = await subscriber();
  const preview = async (planId: string) => {
    const answer = await ana.call(`/stripe/change-preview?planId=${planId}`);
    return answer.ok ? ChangePreviewSchema.parse(await answer.json()) : refusalOf(answer);
  };
  const change = async (newPlanId: string) =>
    ((await (await press(ana, '/stripe/update-subscription', { newPlanId })).json()) as { message: string })
      .message;
  const inYears = (years: number) => new Date().getFullYear() + years;
  const upgrade = await preview('basic-annual');
  expect(upgrade).toMatchObject({ due_cents: 27_000, credit_cents: 0 });
  expect(upgrade).toMatchObject({ renews_at: expect.stringMatching(`^${inYears(1)}-`) });
  expect(await planOf(ana)).toBe('basic-monthly');
  expect(await historyOf(ana)).toHaveLength(1);
  await change('basic-annual');
  expect((await historyOf(ana))[0]).toMatchObject({ plan: 'Básico anual', value: 27_000 });

  expect(await preview('basic-monthly')).toMatchObject({ due_cents: 0, credit_cents: 27_000 });
  expect(await change('basic-monthly')).toMatch(
    /Básico mensal\. Nada foi cobrado do cartão\. Crédito para as próximas cobranças: R\$\s270,00\.$/,
  );
  // The credit from the first year pays the next one, so the card pays nothing.
  expect(await preview('basic-annual')).toMatchObject({ due_cents: 0, credit_cents: 0 });
  expect(await change('basic-annual')).toMatch(/Básico anual\. Nada foi cobrado do cartão\.$/);

  expect(await preview('basic-annual')).toEqual({ status: 409, code: 'same_plan' });
  expect(await preview('premium')).toEqual({ status: 409, code: 'plan_not_for_sale' });
  const none = await (await signedInUser(product)).call('/stripe/change-preview?planId=basic-annual');
  expect(await refusalOf(none)).toEqual({ status: 409, code: 'no_subscription' });
});

test.each([
  ['/stripe/create-session', { planId: 'free' }, 409, 'plan_not_for_sale'],
  ['/stripe/create-session', { planId: 'premium' }, 409, 'plan_not_for_sale'],
  ['/stripe/create-session', { planId: 'nenhum' }, 404, 'not_found'],
  ['/stripe/create-session', {}, 400, 'invalid_input'],
  ['/stripe/update-subscription', { newPlanId: 'basic-annual' }, 409, 'no_subscription'],
  ['/stripe/cancel-subscription', undefined, 409, 'no_subscription'],
  ['/stripe/resume-subscription', undefined, 409, 'no_subscription'],
  ['/stripe/portal', undefined, 409, 'no_subscription'],
  ['/stripe/refund', { paymentIntentId: 'pi_1' }, 404, 'payment_not_found'],
  ['/stripe/refund', { paymentIntentId: '' }, 400, 'invalid_input'],
])('the server refuses %s of %o without a subscription, with %i %s', async (path, body, status, code) => {
  nobody ??= await signedInUser(product);
  expect(await refusalOf(await press(nobody, path, body))).toEqual({ status, code });
});
let nobody: TestUser | undefined;

test('choosing the same plan and a declined upgrade change nothing', async () => {
  const ana = await subscriber();
  expect(
    await refusalOf(await press(ana, '/stripe/update-subscription', { newPlanId: 'basic-monthly' })),
  ).toEqual({ status: 409, code: 'same_plan' });
  const customer = (await billingOf(product, ana)).stripeCustomerId ?? '';
  const { behave } = stripeControls(product.sandboxUrl);
  await behave({ failNextPayments: 1, customer });
  const change = () => press(ana, '/stripe/update-subscription', { newPlanId: 'basic-annual' });
  expect(await refusalOf(await change())).toEqual({ status: 402, code: 'payment_declined' });
  expect(await planOf(ana)).toBe('basic-monthly');
  expect(await historyOf(ana)).toHaveLength(1);
  await behave({ failNextPayments: 0, customer });
  // A retry needs a new idempotency key, because Stripe would repeat the refusal under the old one.
  expect((await change()).status).toBe(200);
  expect(await planOf(ana)).toBe('basic-annual');
});

test('a refund returns the whole payment once, ends the plan and works only for the user’s own payment', async () => {
  const [ana, bia] = [await subscriber(), await subscriber()];
  const [payment] = await historyOf(ana);
  const refund = (user: TestUser) =>
    press(user, '/stripe/refund', { paymentIntentId: payment?.payment_intent_id });
  expect(await refusalOf(await refund(bia))).toEqual({ status: 404, code: 'payment_not_found' });
  const answers = await Promise.all([refund(ana), refund(ana)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await refusalOf(await refund(ana))).toEqual({ status: 409, code: 'already_refunded' });
  expect(await stateOf(ana)).toMatchObject({ plan: 'free', status: 'none' });
  expect(await historyOf(ana)).toMatchObject([{ status: 'refunded', refundable_until: null }]);
  expect(await planOf(bia)).toBe('basic-monthly');
  const sdk = openSdk(product.sandboxUrl);
  const { data } = await sdk.refunds.list({ payment_intent: payment?.payment_intent_id ?? '' });
  expect(data.map(({ amount }) => amount)).toEqual([2_990]);
  const audit = await product.deps.db.select().from(billingAudit).where(eq(billingAudit.userId, ana.userId));
  expect(audit.map(({ action, outcome }) => `${action} ${outcome}`).sort()).toEqual([
    'checkout done',
    'end_now done',
    'refund done',
  ]);
  expect(audit.find(({ action }) => action === 'refund')).toMatchObject({
    amountCents: 2_990,
    stripeId: data[0]?.id,
  });
  // The user can subscribe again.
  await pressCheckout(await openPage(ana), 'pay');
  await expect.poll(() => planOf(ana)).toBe('basic-monthly');
});

test('refunding a payment removes the credit that a downgrade left of it', async () => {
  const ana = await subscriber('basic-annual');
  await press(ana, '/stripe/update-subscription', { newPlanId: 'basic-monthly' });
  const history = await historyOf(ana);
  expect(history).toHaveLength(1);
  const paymentIntentId = history[0]?.payment_intent_id;
  expect((await press(ana, '/stripe/refund', { paymentIntentId })).status).toBe(200);
  const customer = (await billingOf(product, ana)).stripeCustomerId ?? '';
  expect(await openSdk(product.sandboxUrl).customers.retrieve(customer)).toMatchObject({ balance: 0 });
});

test('the portal is Stripe’s own page and links back to the billing screen', async () => {
  const ana = await subscriber();
  const { url } = (await (await press(ana, '/stripe/portal')).json()) as { url: string };
  const page = await (await fetch(url)).text();
  expect(page).toContain(`${product.url}/dashboard/billing`);
});

test('deleting an account cancels its subscription', async () => {
  const ana = await subscriber();
  const { stripeCustomerId } = await billingOf(product, ana);
  const customer = stripeCustomerId ?? '';
  expect((await ana.call('/auth/me', { method: 'DELETE' })).status).toBe(204);
  const sdk = openSdk(product.sandboxUrl);
  const statuses = async () =>
    (await sdk.subscriptions.list({ customer, status: 'all' })).data.map(({ status }) => status);
  await expect.poll(statuses).toEqual(['canceled']);
});

test('the account export contains subscription and payments, but no card', async () => {
  const ana = await subscriber();
  const answer = await ana.call('/account/export');
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const records = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
  expect(records('assinatura.json')).toMatchObject([{ plan: 'basic-monthly', status_name: 'Ativa' }]);
  expect(records('pagamentos.json')).toMatchObject([
    { plan: 'Básico mensal', value_reais: 29.9, status_name: 'Pago' },
  ]);
  expect(strFromU8(files['pagamentos.txt'] ?? new Uint8Array())).toContain('29,9');
  expect(JSON.stringify(records('assinatura.json'))).not.toMatch(/4242|whsec|sk_test/);
});

test('deleting an account keeps its billing audit without the user id', async () => {
  const ana = await subscriber();
  expect((await ana.call('/auth/me', { method: 'DELETE' })).status).toBe(204);
  const { db } = product.deps;
  expect(await db.select().from(billingAudit).where(eq(billingAudit.userId, ana.userId))).toEqual([]);
  const kept = await db.select().from(billingAudit).where(isNull(billingAudit.userId));
  expect(kept).toMatchObject(kept.map(() => ({ action: 'checkout', amountCents: 2_990, outcome: 'done' })));
  expect(kept.length).toBeGreaterThan(0);
});
