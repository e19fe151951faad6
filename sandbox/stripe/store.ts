import { z } from 'zod';
import { readJson, writeJson } from '../file-storage.ts';
import type { Price, Product } from './objects/catalogue.ts';
import type { Customer, PaymentMethod } from './objects/customer.ts';
import type { StripeEvent } from './objects/event.ts';
import type { Invoice } from './objects/invoice.ts';
import type { Charge, InvoicePayment, PaymentIntent, Refund } from './objects/payment.ts';
import type { PortalSession, Session } from './objects/session.ts';
import type { Subscription } from './objects/subscription.ts';

export type AnyObject =
  | Product
  | Price
  | Customer
  | PaymentMethod
  | Session
  | PortalSession
  | Subscription
  | Invoice
  | InvoicePayment
  | PaymentIntent
  | Charge
  | Refund
  | StripeEvent;
export type Kind = AnyObject['object'];
export type ObjectOf<K extends Kind> = Extract<AnyObject, { object: K }>;

/** Of events and of answers; the older ones are forgotten, as Stripe forgets them after a month and a day. */
const keptNewest = 2_000;

export const webhookModes = ['normal', 'drop', 'twice', 'reverse', 'delayed', 'wrong_signature'] as const;

const DeliverySchema = z.object({
  id: z.string(),
  event: z.string(),
  type: z.string(),
  state: z.enum(['held', 'waiting', 'delivered', 'failed', 'dropped', 'no_address']),
  wrongSignature: z.boolean(),
  attempts: z.array(z.object({ at: z.string(), status: z.number().nullable() })),
});
export type Delivery = z.infer<typeof DeliverySchema>;

const StateSchema = z.object({
  version: z.literal(1),
  clockOffsetSeconds: z.number(),
  behaviour: z.object({
    webhooks: z.enum(webhookModes),
    failNextPayments: z.number(),
    webhookUrl: z.string().nullable(),
  }),
  objects: z.array(z.looseObject({ id: z.string(), object: z.string(), created: z.number() })),
  deliveries: z.array(DeliverySchema),
  answers: z.array(z.object({ key: z.string(), asked: z.string(), status: z.number(), body: z.unknown() })),
});
type State = Omit<z.infer<typeof StateSchema>, 'objects'>;

const emptyState = (): State => ({
  version: 1,
  clockOffsetSeconds: 0,
  behaviour: { webhooks: 'normal', failNextPayments: 0, webhookUrl: null },
  deliveries: [],
  answers: [],
});

export type Store = Awaited<ReturnType<typeof openStore>>;

/** All of it in memory, and one file that is written after each change. */
export async function openStore(path: string) {
  const kept = await readJson(path, StateSchema);
  const { objects: keptObjects = [], ...state } = kept ?? { ...emptyState(), objects: [] };
  // This very program wrote them, with the builders of ./objects.
  const objects = new Map(keptObjects.map((object) => [object.id, object as unknown as AnyObject]));
  let writing = Promise.resolve();
  let queued: Promise<void> | undefined;

  const all = <K extends Kind>(kind: K): ObjectOf<K>[] =>
    [...objects.values()].filter((object): object is ObjectOf<K> => object.object === kind);

  const write = () => {
    queued = undefined;
    for (const { id } of all('event').slice(0, -keptNewest)) objects.delete(id);
    state.answers.splice(0, state.answers.length - keptNewest);
    state.deliveries.splice(0, state.deliveries.length - keptNewest);
    return writeJson(path, { ...state, objects: [...objects.values()] });
  };

  return {
    state,
    all,
    add: <T extends AnyObject>(object: T): T => {
      objects.set(object.id, object);
      return object;
    },
    find: (id: string): AnyObject | undefined => objects.get(id),
    get: <K extends Kind>(kind: K, id: string): ObjectOf<K> | undefined => {
      const object = objects.get(id);
      return object?.object === kind ? (object as ObjectOf<K>) : undefined;
    },
    /** Ends when what stands now is on the disk; calls that come together share one write. */
    save: (): Promise<void> => {
      if (queued === undefined) {
        queued = writing.then(write);
        writing = queued.catch(() => {});
      }
      return queued;
    },
    /**
     * All back to what it was when the returned function is called: for what must happen whole or not at all. Payments
     * that were told to fail have failed: a try that is taken back uses up its failure like any other.
     */
    mark: () => {
      const before = structuredClone([...objects.values()]);
      return () => {
        const left = new Map(all('customer').map(({ id, sandbox }) => [id, sandbox.failNextPayments]));
        objects.clear();
        for (const object of before) objects.set(object.id, object);
        for (const { id, sandbox } of all('customer')) sandbox.failNextPayments = left.get(id) ?? 0;
        state.deliveries = state.deliveries.filter(({ event }) => objects.has(event));
      };
    },
  };
}
