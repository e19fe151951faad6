import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from './account.ts';
import { catchUp } from './billing/clock.ts';
import { returnRefund } from './billing/refund.ts';
import { webhookModes } from './store.ts';
import type { Webhooks } from './webhooks.ts';

const maxAdvanceSeconds = 10 * 366 * 86_400;

const ClockSchema = z.object({ advanceSeconds: z.coerce.number().int().min(0).max(maxAdvanceSeconds) });

const BehaviourSchema = z.strictObject({
  /** How many of the payments to come are declined; with a customer, only theirs. */
  failNextPayments: z.coerce.number().int().min(0).max(1_000).optional(),
  customer: z.string().optional(),
  webhooks: z.enum(webhookModes).optional(),
  /** Null is the product's own address again. */
  webhookUrl: z.url().nullable().optional(),
});

type Options = { account: Account; webhooks: Webhooks };

/** A button of the page leads back to it; a test reads the answer. */
function answer({ headers }: FastifyRequest, reply: FastifyReply, body: unknown) {
  return headers.accept?.includes('text/html') ? reply.redirect('/stripe', 303) : reply.send(body);
}

export function controlRoutes(app: FastifyInstance, { account, webhooks }: Options) {
  const { store } = account;
  const clock = () => ({ now: account.now(), time: new Date(account.now() * 1_000).toISOString() });

  app.get('/stripe/clock', async () => clock());
  app.post('/stripe/clock', async (request, reply) => {
    store.state.clockOffsetSeconds += ClockSchema.parse(request.body).advanceSeconds;
    catchUp(account);
    await store.save();
    return answer(request, reply, clock());
  });

  app.get('/stripe/behaviour', async () => store.state.behaviour);
  app.post('/stripe/behaviour', async (request, reply) => {
    const {
      failNextPayments,
      customer: id,
      webhooks: mode,
      webhookUrl,
    } = BehaviourSchema.parse(request.body);
    const customer = id === undefined ? undefined : store.get('customer', id);
    if (id !== undefined && customer === undefined)
      return reply.code(404).send({ error: `O sandbox não conhece o cliente ${id}` });
    const { behaviour } = store.state;
    if (failNextPayments !== undefined) (customer?.sandbox ?? behaviour).failNextPayments = failNextPayments;
    if (mode !== undefined) behaviour.webhooks = mode;
    if (webhookUrl !== undefined) behaviour.webhookUrl = webhookUrl;
    await store.save();
    return answer(request, reply, behaviour);
  });

  app.post('/stripe/refunds/:id/return', async (request, reply) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const refund = returnRefund(account, id);
    if (refund === undefined)
      return reply.code(404).send({ error: `O sandbox não conhece o reembolso ${id}` });
    await store.save();
    return answer(request, reply, refund);
  });

  app.get('/stripe/webhooks', async () => store.state.deliveries.toReversed());
  app.post('/stripe/webhooks/deliver', async (request, reply) => {
    await webhooks.deliver();
    await store.save();
    return answer(request, reply, store.state.deliveries.toReversed());
  });
}
