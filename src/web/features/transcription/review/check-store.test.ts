import { expect, test, vi } from 'vitest';
import { createCheckStore, type parsePendingChecks } from './check-store.ts';

type Sent = { checked: { id: number; text: string; heard_ms: number }[]; unchecked: number[] };
type Kept = NonNullable<ReturnType<typeof parsePendingChecks>>;

function world(answers: (((sent: Sent) => number[]) | Error)[] = []) {
  const sent: Sent[] = [];
  const dropped: number[] = [];
  let kept: Kept | undefined;
  let isSaved = true;
  const write = (value: typeof kept) => {
    kept = value;
  };
  const save = (saved: boolean) => {
    isSaved = saved;
  };
  const open = () =>
    createCheckStore({
      draft: { read: () => kept, write },
      saveText: async () => isSaved,
      async send(change) {
        sent.push(change);
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        const refused = answer?.(change) ?? [];
        return { checked: [], unheard: [], refused };
      },
      textAt: (id) => `texto ${id}`,
      pauseAfter: (error) => (error instanceof RangeError ? undefined : 0),
      onDropped: (count) => void dropped.push(count),
    });
  return { open, sent, dropped, kept: () => kept, save };
}

const idsOf = (store: ReturnType<ReturnType<typeof world>['open']>) => [...store.confirmed().keys()];

test('a confirmation counts at once and goes to the server with its text', async () => {
  const { open, sent, kept } = world();
  const store = open();
  store.confirm([{ id: 3, text: 'texto 3', heardMs: 900 }]);
  expect(idsOf(store)).toEqual([3]);
  await store.flush();
  expect(sent).toEqual([{ checked: [{ id: 3, text: 'texto 3', heard_ms: 900 }], unchecked: [] }]);
  expect(kept()).toBeUndefined();
});

test('a confirmation that the server refuses is none', async () => {
  const store = world([() => [3]]).open();
  store.confirm([{ id: 3, text: 'outro texto', heardMs: 900 }]);
  await store.flush();
  expect(idsOf(store)).toEqual([]);
});

test('a confirmation survives a lost connection and a crash of the page', async () => {
  vi.useFakeTimers();
  try {
    const { open, sent, kept } = world([new Error('offline')]);
    const store = open();
    store.confirm([{ id: 3, text: 'texto 3', heardMs: 900 }]);
    await store.flush();
    expect(kept()).toEqual({ 3: { text: 'texto 3', heardMs: 900 } });
    store.stop();
    const again = open();
    expect(idsOf(again)).toEqual([3]);
    again.take({ checked: [], unheard: [] });
    expect(idsOf(again)).toEqual([3]);
    await again.flush();
    expect(sent).toHaveLength(2);
    expect(kept()).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

test('no confirmation is sent before the text that it belongs to', async () => {
  const { open, sent, save } = world();
  save(false);
  const store = open();
  store.confirm([{ id: 3, text: 'texto 3', heardMs: 900 }]);
  await store.flush();
  expect(sent).toEqual([]);
  save(true);
  await store.flush();
  expect(sent).toHaveLength(1);
  store.stop();
});

test('a withdrawal during the request of the confirmation is the last word', async () => {
  const { open, sent } = world();
  const store = open();
  store.confirm([{ id: 3, text: 'texto 3', heardMs: 900 }]);
  store.withdraw(3);
  await store.flush();
  expect(idsOf(store)).toEqual([]);
  expect(sent.at(-1)).toEqual({ checked: [], unchecked: [3] });
});

test('two tabs keep their confirmations in one draft', async () => {
  vi.useFakeTimers();
  try {
    const { open, kept } = world([new Error('offline'), new Error('offline')]);
    const [one, other] = [open(), open()];
    one.confirm([{ id: 1, text: 'texto 1', heardMs: 900 }]);
    other.confirm([{ id: 2, text: 'texto 2', heardMs: 900 }]);
    await Promise.all([one.flush(), other.flush()]);
    expect(kept()).toEqual({
      1: { text: 'texto 1', heardMs: 900 },
      2: { text: 'texto 2', heardMs: 900 },
    });
    await one.flush();
    expect(kept()).toEqual({ 2: { text: 'texto 2', heardMs: 900 } });
    expect([one.isSent(), other.isSent()]).toEqual([true, false]);
    one.stop();
    other.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('a refusal that a repetition would get again ends the sending, and the person learns of it', async () => {
  const { open, sent, kept, dropped } = world([new RangeError('deleted')]);
  const store = open();
  store.confirm([{ id: 3, text: 'texto 3', heardMs: 900 }]);
  await store.flush();
  await store.flush();
  expect(sent).toHaveLength(1);
  expect(kept()).toBeUndefined();
  expect(idsOf(store)).toEqual([]);
  expect(dropped).toEqual([1]);
});

test('a passage accepted for an equal word is decided but unheard, also after a crash', async () => {
  vi.useFakeTimers();
  try {
    const { open, sent } = world([new Error('offline')]);
    const store = open();
    store.accept([{ id: 3, text: 'texto 3' }]);
    await store.flush();
    const again = open();
    expect([idsOf(again), [...again.unheard()]]).toEqual([[3], [3]]);
    again.confirm([{ id: 3, text: 'texto 3', heardMs: 900 }]);
    expect([idsOf(again), [...again.unheard()]]).toEqual([[3], []]);
    await again.flush();
    expect(sent.map(({ checked }) => checked[0]?.heard_ms)).toEqual([0, 900]);
    store.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('one request has no more text than the server accepts', async () => {
  const { open, sent } = world();
  const store = open();
  const text = 'a'.repeat(20_000);
  store.confirm(Array.from({ length: 25 }, (_, id) => ({ id, text, heardMs: 900 })));
  await store.flush();
  expect(sent.map(({ checked }) => checked.length)).toEqual([10, 10, 5]);
});

test('the pause between repetitions grows, and is never shorter than the server asks', async () => {
  vi.useFakeTimers();
  try {
    const faults = [new Error('offline'), new Error('offline'), new Error('offline')];
    const { open, sent } = world(faults);
    const store = open();
    store.confirm([{ id: 3, text: 'texto 3', heardMs: 900 }]);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20_001);
    expect(sent).toHaveLength(4);
    expect(store.isSent()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('a stopped store sends nothing more, and its draft stays', async () => {
  vi.useFakeTimers();
  try {
    const { open, sent, kept } = world([new Error('offline'), new RangeError('another account')]);
    const store = open();
    store.confirm([{ id: 3, text: 'texto 3', heardMs: 900 }]);
    store.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(0);
    expect(kept()).toEqual({ 3: { text: 'texto 3', heardMs: 900 } });
  } finally {
    vi.useRealTimers();
  }
});
