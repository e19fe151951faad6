import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlanUsageSchema } from '#contract/plan-usage.ts';
import { hourMs } from '#domain/format/durations.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { pressCheckout } from '#tests/stripe/stripe-controls.ts';
import { planOf } from '#tests/stripe/subscriber.ts';
import { listPayments } from './checkout/payment-history.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

test('a plan’s limits apply only during the plan, and a change to a smaller plan deletes no recording', async () => {
  const ana = await signedInUser(product);
  const usage = async () => PlanUsageSchema.parse(await (await ana.call('/auth/plan')).json());
  const open = async (id: string, format: string) => (await ana.call(`/transcribe/${id}/${format}`)).status;
  expect(await usage()).toMatchObject({ hoursLimit: 5, maxFileMinutes: 10 });

  const page = await ana.call('/stripe/create-session', { body: { planId: 'basic-monthly' } });
  await pressCheckout(((await page.json()) as { url: string }).url, 'pay');
  await expect.poll(() => planOf(product, ana)).toBe('basic-monthly');
  expect(await usage()).toMatchObject({ hoursLimit: 10, maxFileMinutes: 60 });
  expect((await usage()).features).toContain('Sem marca d’água');

  // Each recording is longer than the free plan allows, and together they exceed its hours of a month.
  const kept = [];
  for (const title of ['Aula', 'Palestra', 'Reunião'])
    kept.push(
      await insertTranscription(product.deps, { userId: ana.userId, title, durationMs: 3 * hourMs }, [
        'Bom dia.',
      ]),
    );
  const [id = ''] = kept;
  expect([await open(id, 'srt'), await open(id, 'txt'), await open(id, 'pdf')]).toEqual([200, 200, 200]);

  const paymentIntentId = (await listPayments(product.deps, ana))[0]?.payment_intent_id;
  expect((await ana.call('/stripe/refund', { body: { paymentIntentId } })).status).toBe(200);
  expect(await usage()).toMatchObject({ plan: 'free', hoursLimit: 5, maxFileMinutes: 10 });
  expect([await open(id, 'srt'), await open(id, 'txt'), await open(id, 'pdf')]).toEqual([200, 403, 403]);
  const list = (await (await ana.call('/transcriptions')).json()) as { items: { job_id: string }[] };
  expect(list.items.map(({ job_id }) => job_id).sort()).toEqual([...kept].sort());
  expect(await (await ana.call(`/transcribe/${id}`)).json()).toMatchObject({
    text: 'Bom dia.',
    userPlan: 'free',
  });
});
