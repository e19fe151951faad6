import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from './account.ts';
import { catchUp } from './billing/clock.ts';
import { closeDispute, openDispute, returnRefund } from './billing/refunds.ts';
import { webhookModes } from './store.ts';
import type { Webhooks } from './webhooks.ts';

const maxAdvanceSeconds = 10 * 366 * 86_400;

const ClockSchema = z.strictObject({
  advanceSeconds: z.coerce.number().int().min(0).max(maxAdvanceSeconds),
});
const BehaviourSchema = z.strictObject({
  /** The sandbox declines this many of the next payments, of one customer or of the whole account. */
  failNextPayments: z.coerce.number().int().min(0).max(1_000).optional(),
  customer: z.string().optional(),
  webhooks: z.enum(webhookModes).optional(),
});
const OpenDisputeSchema = z.strictObject({ paymentIntent: z.string(), amount: z.int().min(1).optional() });
const CloseDisputeSchema = z.strictObject({ status: z.enum(['lost', 'won']) });

type Params = { Params: { id: string } };

/** Redirects a browser back to the page, and sends the answer to a test. */
const answer = ({ headers }: FastifyRequest, reply: FastifyReply, body: unknown) =>
  headers.accept?.includes('text/html') ? reply.redirect('/stripe', 303) : reply.send(body);

type Options = { account: Account; webhooks: Webhooks };

/** Controls what no API call of Stripe can change: the time, the banks and the network. */
export function controlRoutes(app: FastifyInstance, { account, webhooks }: Options) {
  const { state } = account;

  app.get('/stripe/clock', async () => ({ now: account.now() }));
  app.post('/stripe/clock', async (request, reply) => {
    state.clockOffsetSeconds += ClockSchema.parse(request.body).advanceSeconds;
    catchUp(account);
    await account.save();
    return answer(request, reply, { now: account.now() });
  });

  app.post('/stripe/behaviour', async (request, reply) => {
    const { failNextPayments, customer, webhooks: mode } = BehaviourSchema.parse(request.body);
    const counted = customer === undefined ? state.behaviour : account.get('customer', customer).sandbox;
    if (failNextPayments !== undefined) counted.failNextPayments = failNextPayments;
    if (mode !== undefined) state.behaviour.webhooks = mode;
    await account.save();
    return answer(request, reply, state.behaviour);
  });

  app.post<Params>('/stripe/refunds/:id/return', async (request, reply) => {
    const refund = returnRefund(account, request.params.id);
    await account.save();
    return answer(request, reply, refund);
  });

  app.post('/stripe/disputes', async (request, reply) => {
    const dispute = openDispute(account, OpenDisputeSchema.parse(request.body));
    await account.save();
    return answer(request, reply, dispute);
  });
  app.post<Params>('/stripe/disputes/:id/close', async (request, reply) => {
    const { status } = CloseDisputeSchema.parse(request.body);
    const dispute = closeDispute(account, request.params.id, status);
    await account.save();
    return answer(request, reply, dispute);
  });

  app.get('/stripe/webhooks', async () => state.deliveries.toReversed());
  app.post('/stripe/webhooks/deliver', async () => {
    await webhooks.deliver();
    await account.save();
    return state.deliveries.toReversed();
  });
}
