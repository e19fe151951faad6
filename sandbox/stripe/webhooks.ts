import { createHmac } from 'node:crypto';
import { stripeWebhookSecret } from './client.ts';
import { newId } from './ids.ts';
import type { StripeEvent } from './objects/event.ts';
import type { Delivery, Store } from './store.ts';

/** Stripe keeps trying for three days; here who waits sits before the screen. */
const pausesMs = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000] as const;
const answerTimeoutMs = 20_000;

/** As Stripe writes it: `t` is the true time of sending, also of an event that is sent late. */
export function signatureHeader(payload: string, secret: string, atSeconds = Math.floor(Date.now() / 1_000)) {
  const signature = createHmac('sha256', secret).update(`${atSeconds}.${payload}`).digest('hex');
  return `t=${atSeconds},v1=${signature}`;
}

type Options = { store: Store; defaultUrl: string | undefined };

export type Webhooks = ReturnType<typeof openWebhooks>;

export function openWebhooks({ store, defaultUrl }: Options) {
  const timers = new Set<NodeJS.Timeout>();
  const closing = new AbortController();
  let sending = Promise.resolve();
  const url = () => store.state.behaviour.webhookUrl ?? defaultUrl;

  const post = async (address: string, { event, wrongSignature }: Delivery) => {
    const payload = JSON.stringify(store.get('event', event), null, 2);
    const secret = wrongSignature ? 'whsec_somebody_else' : stripeWebhookSecret;
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(payload, secret),
          'user-agent': 'Stripe/1.0 (sandbox)',
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
    const address = url();
    // What was taken back in the meantime has no event any more.
    const isOver = delivery.state !== 'waiting' || store.find(delivery.event) === undefined;
    if (closing.signal.aborted || isOver) return;
    if (address === undefined) {
      delivery.state = 'no_address';
      return;
    }
    const status = await post(address, delivery);
    if (closing.signal.aborted) return;
    delivery.attempts.push({ at: new Date().toISOString(), status });
    if (status !== null && status >= 200 && status < 300) delivery.state = 'delivered';
    else retryLater(delivery);
    await store.save();
  };

  /** One after the other, so that a test sees them in the order in which things happened. */
  const send = (delivery: Delivery) => {
    sending = sending.then(() => attempt(delivery)).catch(() => {});
    return sending;
  };

  const retryLater = (delivery: Delivery) => {
    const pauseMs = pausesMs[delivery.attempts.length - 1];
    if (pauseMs === undefined || delivery.wrongSignature) {
      delivery.state = 'failed';
      return;
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      void send(delivery);
    }, pauseMs);
    timers.add(timer.unref());
  };

  const newDelivery = (event: StripeEvent): Delivery => ({
    id: newId('whd'),
    event: event.id,
    type: event.type,
    state: 'waiting',
    wrongSignature: false,
    attempts: [],
  });

  return {
    add: (event: StripeEvent) => {
      const mode = store.state.behaviour.webhooks;
      const deliveries = (mode === 'twice' ? [event, event] : [event]).map(newDelivery);
      for (const delivery of deliveries) {
        store.state.deliveries.push(delivery);
        delivery.wrongSignature = mode === 'wrong_signature';
        if (mode === 'drop') delivery.state = 'dropped';
        else if (mode === 'reverse' || mode === 'delayed') delivery.state = 'held';
        // After the answer that made it: Stripe's events come later than its answers too.
        else setImmediate(() => void send(delivery));
      }
    },
    /** Sends what is held, in the order that the mode asks for, and what waits for its next try; ends when all were tried. */
    deliver: async () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      const { deliveries, behaviour } = store.state;
      const held = deliveries.filter(({ state }) => state === 'held');
      if (behaviour.webhooks === 'reverse') held.reverse();
      for (const delivery of held) delivery.state = 'waiting';
      const waiting = deliveries.filter(
        (delivery) => delivery.state === 'waiting' && !held.includes(delivery),
      );
      for (const delivery of [...waiting, ...held]) void send(delivery);
      await sending;
    },
    resume: () => {
      for (const delivery of store.state.deliveries) if (delivery.state === 'waiting') void send(delivery);
    },
    close: async () => {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
      await sending;
    },
  };
}
