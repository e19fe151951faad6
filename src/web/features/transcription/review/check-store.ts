import { z } from 'zod';
import { createListeners } from '#web/browser/listeners.ts';
import type { Draft } from '#web/forms/drafts.ts';
import { maxLetters } from '../text/api.ts';

/** A confirmed text, and how much of its passage was played; null for a withdrawn confirmation. */
const DecisionSchema = z.object({ text: z.string(), heardMs: z.number() }).nullable();
type Decision = z.infer<typeof DecisionSchema>;

const PendingSchema = z.record(z.string(), DecisionSchema);
/** The decision about each passage, until the server has it. */
type Pending = z.infer<typeof PendingSchema>;
export const parsePendingChecks = (kept: unknown) => PendingSchema.safeParse(kept).data;

type Passage = Readonly<{ id: number; text: string }>;
type Heard = Passage & Readonly<{ heardMs: number }>;
type Change = { checked: { id: number; text: string; heard_ms: number }[]; unchecked: number[] };
type Answer = Readonly<{
  checked: readonly number[];
  unheard: readonly number[];
  refused: readonly number[];
}>;

type CheckStoreOptions = Readonly<{
  /** Keeps confirmations while offline and over a crash of the page. */
  draft: Draft<Pending>;
  /** Resolves with false while the server does not have the text of the page: it would refuse a confirmation. */
  saveText: () => Promise<boolean>;
  send: (change: Change) => Promise<Answer>;
  textAt: (id: number) => string | undefined;
  /** How long the server wants no repetition. Undefined for an answer that a repetition would get again. */
  pauseAfter: (error: unknown) => number | undefined;
  /** The server refused all confirmations that were left. */
  onDropped: (count: number, error: unknown) => void;
}>;

const firstPauseMs = 5_000;
const maxPauseMs = 60_000;
const maxAtOnce = 500;

/** As many as one request may have. */
function firstOf(pending: Pending): [id: number, decision: Decision][] {
  let letters = 0;
  const some = Object.entries(pending).slice(0, maxAtOnce);
  const tooLong = some.findIndex(([, decision]) => {
    letters += decision?.text.length ?? 0;
    return letters > maxLetters;
  });
  const count = tooLong === -1 ? some.length : Math.max(1, tooLong);
  return some.slice(0, count).map(([id, decision]) => [Number(id), decision]);
}

function toChange(entries: readonly (readonly [number, Decision])[]): Change {
  const change: Change = { checked: [], unchecked: [] };
  for (const [id, decision] of entries) {
    if (decision === null) change.unchecked.push(id);
    else change.checked.push({ id, text: decision.text, heard_ms: decision.heardMs });
  }
  return change;
}

export type CheckStore = ReturnType<typeof createCheckStore>;

/** The confirmed passages of one text. A confirmation counts at once, and is sent until the server has it. */
export function createCheckStore(options: CheckStoreOptions) {
  const { draft, saveText, send, textAt, pauseAfter, onDropped } = options;
  const listeners = createListeners();
  /** By passage, the confirmed text. Replaced at each change, because React compares it. */
  let confirmed: ReadonlyMap<number, string> = new Map();
  let unheard: ReadonlySet<number> = new Set();
  let isKnown = false;
  let pending: Pending = draft.read() ?? {};
  /** Another tab keeps its own confirmations in the same draft. */
  const own = new Set(Object.keys(pending));
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isStopped = false;
  apply(pending);

  function apply(changes: Pending) {
    const [texts, accepted] = [new Map(confirmed), new Set(unheard)];
    for (const [key, decision] of Object.entries(changes)) {
      const id = Number(key);
      if (decision === null) texts.delete(id);
      else texts.set(id, decision.text);
      if (decision?.heardMs === 0) accepted.add(id);
      else accepted.delete(id);
    }
    confirmed = texts;
    unheard = accepted;
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

  const withdrawn = (ids: readonly (number | string)[]): Pending =>
    Object.fromEntries(ids.map((id) => [id, null]));

  async function sendPending() {
    for (let some = firstOf(pending); some.length > 0 && !isStopped; some = firstOf(pending)) {
      if (!(await saveText())) throw new Error('the text is not saved');
      if (isStopped) return;
      const { refused } = await send(toChange(some));
      failures = 0;
      const sent = new Map(some);
      // A newer decision about the same passage stays.
      keep(Object.fromEntries(Object.entries(pending).filter(([id, each]) => sent.get(Number(id)) !== each)));
      apply(withdrawn(refused));
    }
  }

  function fail(error: unknown) {
    // The next account must not send what is left here.
    if (isStopped) return;
    const pauseMs = pauseAfter(error);
    if (pauseMs !== undefined) {
      failures += 1;
      const backOffMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1));
      timer = setTimeout(() => void flush(), Math.max(pauseMs, backOffMs));
      return;
    }
    const dropped = Object.keys(pending);
    keep({});
    apply(withdrawn(dropped));
    onDropped(dropped.length, error);
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    running ??= sendPending()
      .catch(fail)
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    subscribe: listeners.subscribe,
    confirmed: () => confirmed,
    /** Accepted for an equal word: the sound of these has not passed. */
    unheard: () => unheard,
    /** The server has told what is confirmed. Before, every passage looks open. */
    isKnown: () => isKnown,
    /** The server has every decision. */
    isSent: () => Object.keys(pending).length === 0,
    /** Takes the confirmations of the server. Decisions that are still to be sent stay. */
    take(answer: Omit<Answer, 'refused'>) {
      const known = answer.checked.flatMap((id) => {
        const text = textAt(id);
        return text === undefined ? [] : [[id, text] as const];
      });
      isKnown = true;
      confirmed = new Map(known);
      unheard = new Set(answer.unheard);
      apply(pending);
    },
    confirm: (passages: readonly Heard[]) =>
      change(Object.fromEntries(passages.map(({ id, text, heardMs }) => [id, { text, heardMs }]))),
    /** The person has decided about an equal word. */
    accept: (passages: readonly Passage[]) =>
      change(Object.fromEntries(passages.map(({ id, text }) => [id, { text, heardMs: 0 }]))),
    withdraw: (id: number) => change({ [id]: null }),
    flush,
    /** Sends nothing more. The draft stays for this account. */
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
