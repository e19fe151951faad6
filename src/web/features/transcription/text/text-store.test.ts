import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openServer, openTab } from '#tests/helpers/text-tab.ts';
import type { TextDraft } from './text-draft.ts';
import { createTextStore } from './text-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('the store saves typed text in one request, a second after the last key', async () => {
  const server = openServer();
  const { store, draft } = openTab(server);
  store.type(0, 'Bom dia');
  await pass(600);
  store.type(0, 'Bom dia,');
  await pass(900);
  expect(server.sent).toEqual([]);
  expect(draft.kept?.texts).toEqual([{ id: 0, base: 'bom dia', mine: 'Bom dia,' }]);
  await pass(200);
  expect(server.sent).toEqual([{ revision: 1, changes: [{ id: 0, text: 'Bom dia,' }] }]);
  expect(store.status().save).toEqual({ kind: 'saved' });
  expect(draft.kept?.texts).toEqual([]);
});

test('without a connection the store reports it, retries, and then saves later edits too', async () => {
  const server = openServer();
  const { store } = openTab(server);
  server.failWith('offline');
  store.type(0, 'um');
  await pass(1_100);
  expect(store.status().save).toEqual({ kind: 'offline' });
  store.type(1, 'dois');
  await pass(60_000);
  expect(store.status().save).toEqual({ kind: 'offline' });
  expect(server.sent.length).toBeLessThan(10);
  server.failWith(undefined);
  await pass(31_000);
  expect(server.text()).toEqual(['um', 'dois', 'hoje não']);
  expect(store.status().save).toEqual({ kind: 'saved' });
});

test('a lost response causes no conflict, because the store compares with the text on the server', async () => {
  const server = openServer();
  const { store } = openTab(server);
  server.loseNextAnswer();
  store.type(0, 'um');
  await pass(10_000);
  expect(server.text()[0]).toBe('um');
  expect(store.status()).toMatchObject({ save: { kind: 'saved' }, conflicts: [] });
  store.type(0, 'um dois');
  await pass(2_000);
  expect(server.text()[0]).toBe('um dois');
});

test('the store merges edits of two tabs in different segments without a conflict', async () => {
  const server = openServer();
  const [one, two] = [openTab(server), openTab(server)];
  one.store.type(0, 'de um');
  await pass(1_500);
  two.store.type(2, 'de dois');
  await pass(1_500);
  expect(server.text()).toEqual(['de um', 'turma', 'de dois']);
  expect(two.text()).toEqual(['de um', 'turma', 'de dois']);
  expect(two.store.status().conflicts).toEqual([]);
});

test.each([
  ['mine', 'de dois', 'de dois'],
  ['theirs', 'de um', 'de dois'],
  ['both', 'de dois de um', 'de dois'],
] as const)(
  'a conflict of two tabs can be resolved with %s, and an undo restores the local text',
  async (choice, text, undone) => {
    const server = openServer();
    const [one, two] = [openTab(server), openTab(server)];
    one.store.type(0, 'de um');
    await pass(1_500);
    two.store.type(0, 'de dois');
    await pass(1_500);
    expect(two.store.status().conflicts).toEqual([{ id: 0, mine: 'de dois', theirs: 'de um' }]);
    expect(server.text()[0]).toBe('de um');
    // The store still saves segments without a conflict.
    two.store.type(1, 'Turma');
    await pass(1_500);
    expect(server.text()).toEqual(['de um', 'Turma', 'hoje não']);
    two.store.resolve(choice);
    await pass(1_500);
    expect(server.text()[0]).toBe(text);
    if (choice !== 'mine') two.store.undo();
    await pass(1_500);
    expect(server.text()[0]).toBe(undone);
  },
);

test('after a crash the store restores unsaved edits and saves them', async () => {
  const server = openServer(undefined, ['A']);
  const draft: { kept?: TextDraft } = {};
  const before = openTab(server, draft);
  server.failWith('offline');
  before.store.type(0, 'escrito antes');
  before.store.rename('A', 'Ana');
  await pass(1_100);
  before.store.stop();
  server.failWith(undefined);
  const after = openTab(server, draft);
  expect(after.text()[0]).toBe('escrito antes');
  expect(after.store.names()).toEqual({ A: 'Ana' });
  expect(after.store.status().isRestored).toBe(true);
  await pass(1_500);
  expect(server.text()[0]).toBe('escrito antes');
  expect(server.kept().speakerNames).toEqual({ A: 'Ana' });
});

test('undo and redo cover segments and speaker names, and one replacement of all is one step', async () => {
  const { store, text } = openTab(openServer());
  store.type(0, 'Bom dia');
  store.change([
    { id: 1, after: 'gente' },
    { id: 2, after: 'hoje sim' },
  ]);
  store.rename('A', 'Ana');
  store.undo();
  expect(store.names()).toEqual({ A: '' });
  store.undo();
  expect(text()).toEqual(['Bom dia', 'turma', 'hoje não']);
  store.undo();
  expect(text()).toEqual(['bom dia', 'turma', 'hoje não']);
  expect(store.status()).toMatchObject({ canUndo: false, canRedo: true });
  store.redo();
  store.redo();
  expect(text()).toEqual(['Bom dia', 'gente', 'hoje sim']);
});

test('a segment that returns to its original text gets its original words back', () => {
  const { store } = openTab(openServer());
  const before = store.segmentAt(0);
  store.type(0, 'bom dia mesmo');
  expect(store.segmentAt(0)?.words).toHaveLength(3);
  expect(store.segmentAt(0)?.words?.[0]).toEqual(before?.words?.[0]);
  store.undo();
  expect(store.segmentAt(0)).toBe(before);
});

test('when the page closes, the store sends what fits the keepalive limit and keeps the rest as a draft', async () => {
  const server = openServer(['a', 'b', 'c']);
  const { store, draft } = openTab(server);
  store.change([
    { id: 0, after: 'x'.repeat(9_000) },
    { id: 1, after: 'y'.repeat(9_000) },
  ]);
  server.failWith('offline');
  await store.leave();
  expect(server.sent[0]?.changes).toHaveLength(1);
  expect(draft.kept?.texts).toHaveLength(2);
});

test('saveNow also saves text that was typed during a running save', async () => {
  const server = openServer();
  const { store } = openTab(server);
  store.type(0, 'um');
  const first = store.saveNow();
  store.type(1, 'dois');
  await store.saveNow();
  await first;
  expect(server.text()).toEqual(['um', 'dois', 'hoje não']);
  expect(store.status().save).toEqual({ kind: 'saved' });
});

test('the store shows the text of a refusal and does not retry until the next edit', async () => {
  const server = openServer();
  const { store } = openTab(server);
  server.failWith({ refused: 'Não encontramos o que você pediu.' });
  store.type(0, 'x');
  await pass(1_100);
  expect(store.status().save).toEqual({ kind: 'refused', text: 'Não encontramos o que você pediu.' });
  // A transcription that was deleted elsewhere does not come back, so no retry may follow.
  await pass(300_000);
  expect(server.sent).toHaveLength(1);
  server.failWith(undefined);
  store.type(0, 'xy');
  await pass(1_100);
  expect(server.text()[0]).toBe('xy');
  expect(store.status().save).toEqual({ kind: 'saved' });
});

test('a text over the keepalive limit stays unsaved on leaving, and is saved if the page stays open', async () => {
  const server = openServer();
  const { store } = openTab(server);
  const long = 'palavra '.repeat(2_000).trim();
  store.type(0, long);
  store.type(1, 'curta');
  await store.leave();
  expect(server.text().slice(0, 2)).toEqual(['bom dia', 'curta']);
  expect(store.status().save).toEqual({ kind: 'waiting' });
  await pass(1_100);
  expect(server.text()[0]).toBe(long);
  expect(store.status().save).toEqual({ kind: 'saved' });
});

test('the store follows a growing text and ignores an older revision', () => {
  const server = openServer();
  const { segments } = server.kept();
  const running = { segments: segments.slice(0, 1), speakerNames: {}, revision: 0 };
  const store = createTextStore({
    server: running,
    draft: { read: () => undefined, write: () => {} },
    send: server.send,
    read: server.read,
    toSaveError: () => 'offline',
  });
  store.follow({ ...running, segments: segments.slice(0, 2) });
  expect(store.segments()).toHaveLength(2);
  store.follow({ segments, speakerNames: {}, revision: 1 });
  expect(store.segments()).toHaveLength(3);
  store.follow(running);
  expect(store.segments()).toHaveLength(3);
});

test('an unresolved conflict survives later saves and a reload', async () => {
  const server = openServer();
  const [one, two] = [openTab(server), openTab(server)];
  one.store.type(0, 'de um');
  await pass(1_500);
  two.store.type(0, 'de dois');
  await pass(1_500);
  one.store.type(1, 'outro trecho');
  await pass(1_500);
  two.store.type(2, 'terceiro trecho');
  await pass(1_500);
  expect(server.text()).toEqual(['de um', 'outro trecho', 'terceiro trecho']);
  const conflict = { id: 0, mine: 'de dois', theirs: 'de um' };
  expect(two.store.status().conflicts).toEqual([conflict]);
  const again = openTab(server, two.draft);
  again.store.begin();
  await pass(1_500);
  expect(again.store.status().conflicts).toEqual([conflict]);
  expect(server.text()[0]).toBe('de um');
});
