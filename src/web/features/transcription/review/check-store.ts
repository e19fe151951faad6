import { z } from 'zod';
import { createListeners } from '../../../browser/listeners.ts';
import type { Draft } from '../../../forms/drafts.ts';

const PendingSchema = z.record(z.string(), z.string().nullable());
/** The text of each passage that the person confirmed, or null for a withdrawn confirmation, until the server has it. */
type Pending = z.infer<typeof PendingSchema>;
export const parsePendingChecks = (kept: unknown) => PendingSchema.safeParse(kept).data;

type Answer = Readonly<{ checked: readonly number[]; refused: readonly number[] }>;

type CheckStoreOptions = Readonly<{
  /** Keeps confirmations while offline and over a crash of the page. */
  draft: Draft<Pending>;
  /** Resolves with false while the server does not have the text of the page: it would refuse a confirmation. */
  saveText: () => Promise<boolean>;
  send: (change: { checked: { id: number; text: string }[]; unchecked: number[] }) => Promise<Answer>;
  textAt: (id: number) => string | undefined;
  /** False for an answer that a repetition would get again. */
  isTemporary: (error: unknown) => boolean;
}>;

const retryMs = 5_000;
const maxAtOnce = 500;

export type CheckStore = ReturnType<typeof createCheckStore>;

/** The confirmed passages of one text. A confirmation counts at once, and is sent until the server has it. */
export function createCheckStore({ draft, saveText, send, textAt, isTemporary }: CheckStoreOptions) {
  const listeners = createListeners();
  /** By passage, the confirmed text. Replaced at each change, because React compares it. */
  let confirmed: ReadonlyMap<number, string> = new Map();
  let pending: Pending = draft.read() ?? {};
  /** Another tab keeps its own confirmations in the same draft. */
  const own = new Set(Object.keys(pending));
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  apply(pending);

  function apply(changes: Pending) {
    const next = new Map(confirmed);
    for (const [id, text] of Object.entries(changes))
      if (text === null) next.delete(Number(id));
      else next.set(Number(id), text);
    confirmed = next;
    listeners.notify();
  }

  function keep(next: Pending) {
    pending = next;
    for (const id of Object.keys(next)) own.add(id);
    const others = Object.entries(draft.read() ?? {}).filter(([id]) => !own.has(id));
    const all = { ...Object.fromEntries(others), ...next };
    draft.write(Object.keys(all).length === 0 ? undefined : all);
  }

  function change(changes: Pending) {
    keep({ ...pending, ...changes });
    apply(changes);
    void flush();
  }

  async function sendPending() {
    for (let entries = Object.entries(pending); entries.length > 0; entries = Object.entries(pending)) {
      if (!(await saveText())) throw new Error('the text is not saved');
      const some = entries.slice(0, maxAtOnce);
      const { refused } = await send({
        checked: some.flatMap(([id, text]) => (text === null ? [] : [{ id: Number(id), text }])),
        unchecked: some.flatMap(([id, text]) => (text === null ? [Number(id)] : [])),
      });
      const sent = new Map(some);
      // A newer decision about the same passage stays.
      keep(Object.fromEntries(Object.entries(pending).filter(([id, text]) => sent.get(id) !== text)));
      apply(Object.fromEntries(refused.map((id) => [id, null])));
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (running !== undefined || isStopped) return running;
    running = sendPending()
      .catch((error: unknown) => {
        if (isTemporary(error)) timer = setTimeout(() => void flush(), retryMs);
        else {
          const refused = Object.keys(pending);
          keep({});
          apply(Object.fromEntries(refused.map((id) => [id, null])));
        }
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    subscribe: listeners.subscribe,
    confirmed: () => confirmed,
    /** The server has every decision. */
    isSent: () => Object.keys(pending).length === 0,
    /** Takes the confirmations of the server. Decisions that are still to be sent stay. */
    take(ids: readonly number[]) {
      const known = ids.flatMap((id) => {
        const text = textAt(id);
        return text === undefined ? [] : [[id, text] as const];
      });
      confirmed = new Map(known);
      apply(pending);
    },
    confirm: (passages: readonly { id: number; text: string }[]) =>
      change(Object.fromEntries(passages.map(({ id, text }) => [id, text]))),
    withdraw: (id: number) => change({ [id]: null }),
    flush,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
