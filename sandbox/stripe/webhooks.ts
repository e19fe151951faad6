import { createHmac } from 'node:crypto';
import { stripeWebhookSecret } from './client.ts';
import type { ObjectOf } from './objects.ts';
import type { Delivery, Store } from './store.ts';

/** Stripe retries for three days. The sandbox retries faster, because a developer waits for the result. */
const pausesMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000] as const;
const answerTimeoutMs = 20_000;

/** Signs as Stripe does: `t` is the time of sending, even if the event is older. */
export function signatureHeader(payload: string, secret: string, atSeconds = Math.floor(Date.now() / 1_000)) {
  const signature = createHmac('sha256', secret).update(`${atSeconds}.${payload}`).digest('hex');
  return `t=${atSeconds},v1=${signature}`;
}

/** Without a `url`, the sandbox sends no events. */
type Options = { store: Store; url: string | undefined };

export type Webhooks = ReturnType<typeof openWebhooks>;

export function openWebhooks({ store, url }: Options) {
  const timers = new Set<NodeJS.Timeout>();
  const closing = new AbortController();
  let sending = Promise.resolve();

  const post = async (address: string, { event, hasWrongSignature }: Delivery) => {
    const payload = JSON.stringify(event, null, 2);
    const secret = hasWrongSignature ? 'whsec_another' : stripeWebhookSecret;
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(payload, secret),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(answerTimeoutMs)]),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return null;
    }
  };

  const attempt = async (delivery: Delivery) => {
    if (closing.signal.aborted || delivery.state !== 'waiting') return;
    if (url === undefined) {
      delivery.state = 'no_address';
      return;
    }
    const status = await post(url, delivery);
    if (closing.signal.aborted) return;
    delivery.attempts.push({ at: new Date().toISOString(), status });
    if (status !== null && status >= 200 && status < 300) delivery.state = 'delivered';
    else retryLater(delivery);
    await store.save();
  };

  /** Sends sequentially, so that a test receives the events in the order of their causes. */
  const send = (delivery: Delivery) => {
    sending = sending.then(() => attempt(delivery)).catch(() => {});
  };

  const retryLater = (delivery: Delivery) => {
    const pauseMs = pausesMs[delivery.attempts.length - 1];
    if (pauseMs === undefined || delivery.hasWrongSignature) {
      delivery.state = 'failed';
      return;
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      send(delivery);
    }, pauseMs);
    timers.add(timer.unref());
  };

  const stateOf = { drop: 'dropped', reverse: 'held', delayed: 'held' } as const;

  const addOnce = (event: ObjectOf<'event'>) => {
    const mode = store.state.behaviour.webhooks;
    const delivery: Delivery = {
      type: event.type,
      event,
      state: mode in stateOf ? stateOf[mode as keyof typeof stateOf] : 'waiting',
      hasWrongSignature: mode === 'wrong_signature',
      attempts: [],
    };
    store.state.deliveries.push(delivery);
    // As Stripe does, send the event after the answer to the call that caused it.
    if (delivery.state === 'waiting') setImmediate(() => send(delivery));
  };

  return {
    add: (event: ObjectOf<'event'>) => {
      addOnce(event);
      if (store.state.behaviour.webhooks === 'twice') addOnce(event);
    },
    /** Sends the held events in the order of the mode, and all pending retries. Resolves after the last attempt. */
    deliver: async () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      const { deliveries, behaviour } = store.state;
      const waiting = deliveries.filter(({ state }) => state === 'waiting');
      const held = deliveries.filter(({ state }) => state === 'held');
      if (behaviour.webhooks === 'reverse') held.reverse();
      for (const delivery of held) delivery.state = 'waiting';
      for (const delivery of [...waiting, ...held]) send(delivery);
      await sending;
    },
    resume: () => {
      for (const delivery of store.state.deliveries) if (delivery.state === 'waiting') send(delivery);
    },
    close: async () => {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
      await sending;
    },
  };
}
