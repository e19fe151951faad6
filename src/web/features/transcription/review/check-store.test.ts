import { expect, test, vi } from 'vitest';
import { createCheckStore } from './check-store.ts';

type Sent = { checked: { id: number; text: string }[]; unchecked: number[] };

function world(answers: (((sent: Sent) => number[]) | Error)[] = []) {
  const sent: Sent[] = [];
  let kept: Record<string, string | null> | undefined;
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
        return { checked: [], refused };
      },
      textAt: (id) => `texto ${id}`,
      isTemporary: (error) => !(error instanceof RangeError),
    });
  return { open, sent, kept: () => kept, save };
}

const idsOf = (store: ReturnType<ReturnType<typeof world>['open']>) => [...store.confirmed().keys()];

test('a confirmation counts at once and goes to the server with its text', async () => {
  const { open, sent, kept } = world();
  const store = open();
  store.confirm([{ id: 3, text: 'texto 3' }]);
  expect(idsOf(store)).toEqual([3]);
  await store.flush();
  expect(sent).toEqual([{ checked: [{ id: 3, text: 'texto 3' }], unchecked: [] }]);
  expect(kept()).toBeUndefined();
});

test('a confirmation that the server refuses is none', async () => {
  const store = world([() => [3]]).open();
  store.confirm([{ id: 3, text: 'outro texto' }]);
  await store.flush();
  expect(idsOf(store)).toEqual([]);
});

test('a confirmation survives a lost connection and a crash of the page', async () => {
  vi.useFakeTimers();
  try {
    const { open, sent, kept } = world([new Error('offline')]);
    const store = open();
    store.confirm([{ id: 3, text: 'texto 3' }]);
    await store.flush();
    expect(kept()).toEqual({ 3: 'texto 3' });
    store.stop();
    const again = open();
    expect(idsOf(again)).toEqual([3]);
    again.take([]);
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
  store.confirm([{ id: 3, text: 'texto 3' }]);
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
  store.confirm([{ id: 3, text: 'texto 3' }]);
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
    one.confirm([{ id: 1, text: 'texto 1' }]);
    other.confirm([{ id: 2, text: 'texto 2' }]);
    await Promise.all([one.flush(), other.flush()]);
    expect(kept()).toEqual({ 1: 'texto 1', 2: 'texto 2' });
    await one.flush();
    expect(kept()).toEqual({ 2: 'texto 2' });
    expect([one.isSent(), other.isSent()]).toEqual([true, false]);
    one.stop();
    other.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('a refusal that a repetition would get again ends the sending', async () => {
  const { open, sent, kept } = world([new RangeError('deleted')]);
  const store = open();
  store.confirm([{ id: 3, text: 'texto 3' }]);
  await store.flush();
  await store.flush();
  expect(sent).toHaveLength(1);
  expect(kept()).toBeUndefined();
  expect(idsOf(store)).toEqual([]);
});
