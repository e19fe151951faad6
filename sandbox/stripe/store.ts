import { z } from 'zod';
import { readJson, writeJson } from '../file-storage.ts';
import type { AnyObject, Kind, ObjectOf } from './objects.ts';
import { missing } from './stripe-fault.ts';

/** The store limits deliveries and answers by number. Stripe limits them by age: a month and a day. */
const maxStored = 2_000;

export const webhookModes = ['normal', 'drop', 'twice', 'reverse', 'delayed', 'wrong_signature'] as const;

const DeliverySchema = z.object({
  type: z.string(),
  event: z.looseObject({ id: z.string() }),
  state: z.enum(['held', 'waiting', 'delivered', 'failed', 'dropped', 'no_address']),
  hasWrongSignature: z.boolean(),
  attempts: z.array(z.object({ at: z.string(), status: z.number().nullable() })),
});
export type Delivery = z.infer<typeof DeliverySchema>;

const StateSchema = z.object({
  version: z.literal(2),
  clockOffsetSeconds: z.number(),
  behaviour: z.object({ webhooks: z.enum(webhookModes), failNextPayments: z.number() }),
  objects: z.array(z.looseObject({ id: z.string(), object: z.string(), created: z.number() })),
  deliveries: z.array(DeliverySchema),
  answers: z.array(z.object({ key: z.string(), asked: z.string(), status: z.number(), body: z.unknown() })),
});
type State = Omit<z.infer<typeof StateSchema>, 'objects'>;

const emptyState: State = {
  version: 2,
  clockOffsetSeconds: 0,
  behaviour: { webhooks: 'normal', failNextPayments: 0 },
  deliveries: [],
  answers: [],
};

export type Store = Awaited<ReturnType<typeof openStore>>;

/** Holds all state in memory, and writes it to one file after each change. */
export async function openStore(path: string) {
  const { objects: storedObjects, ...state } = (await readJson(path, StateSchema)) ?? {
    ...structuredClone(emptyState),
    objects: [],
  };
  // The type is safe, because the sandbox itself wrote these objects from the fixtures.
  const objects = new Map(storedObjects.map((object) => [object.id, object as unknown as AnyObject]));
  let writing = Promise.resolve();
  let queued: Promise<void> | undefined;

  const write = () => {
    queued = undefined;
    state.answers.splice(0, state.answers.length - maxStored);
    state.deliveries.splice(0, state.deliveries.length - maxStored);
    return writeJson(path, { ...state, objects: [...objects.values()] });
  };

  const find = <K extends Kind>(kind: K, id: string): ObjectOf<K> | undefined => {
    const object = objects.get(id);
    return object?.object === kind ? (object as ObjectOf<K>) : undefined;
  };

  return {
    state,
    /** Returns the oldest first. */
    all: <K extends Kind>(kind: K): ObjectOf<K>[] =>
      [...objects.values()].filter(
        (object): object is Extract<AnyObject, { object: K }> & ObjectOf<K> => object.object === kind,
      ),
    add: <T extends AnyObject>(object: T): T => {
      objects.set(object.id, object);
      return object;
    },
    find,
    /** Throws Stripe's error for a missing object, which the current call answers. */
    get: <K extends Kind>(kind: K, id: string): ObjectOf<K> => {
      const object = find(kind, id);
      if (object === undefined) throw missing(kind, id);
      return object;
    },
    /** Resolves when the current state is on the disk. Concurrent calls share one write. */
    save: (): Promise<void> => {
      if (queued === undefined) {
        queued = writing.then(write);
        writing = queued.catch(() => {});
      }
      return queued;
    },
  };
}
