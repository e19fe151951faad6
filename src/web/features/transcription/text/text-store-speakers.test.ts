import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openServer, openTab } from '#tests/helpers/text-tab.ts';
import type { TextDraft } from './text-draft.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const four = ['um', 'dois', 'três', 'quatro'];
const openInterview = () => openServer(four, ['A', 'B', 'A', 'B']);

test('an assignment is saved as a choice of a person, and its undo gives back the choice of the machine', async () => {
  const server = openInterview();
  const { store, speakers } = openTab(server);
  store.assign([1], 'A');
  expect(speakers()).toEqual(['A', 'A', 'A', 'B']);
  await pass(1_100);
  expect(server.sent.at(-1)?.changes).toEqual([{ id: 1, speaker: 'A', assigned: true }]);
  expect(store.undo()).toMatchObject({ id: 1 });
  await pass(1_100);
  expect(server.kept().segments[1]).toMatchObject({ speaker: 'B' });
  expect(server.kept().segments[1]).not.toHaveProperty('assigned');
  store.redo();
  await pass(1_100);
  expect(server.kept().segments[1]).toMatchObject({ speaker: 'A', assigned: true });
});

test('a merge of two voices is one step, and its undo brings the lost name back', async () => {
  const server = openInterview();
  const { store, speakers } = openTab(server);
  store.rename('A', 'Ana');
  store.rename('B', 'Beto');
  store.assign([1, 3], 'A');
  await pass(1_100);
  expect(server.speakers()).toEqual(['A', 'A', 'A', 'A']);
  expect(server.kept().speakerNames).toEqual({ A: 'Ana' });
  store.undo();
  await pass(1_100);
  expect(speakers()).toEqual(['A', 'B', 'A', 'B']);
  expect(server.speakers()).toEqual(['A', 'B', 'A', 'B']);
  expect(server.kept().speakerNames).toEqual({ A: 'Ana', B: 'Beto' });
});

test('a new person comes with a name, in a text without voices', async () => {
  const server = openServer(four);
  const { store } = openTab(server);
  store.assign([0, 1], 'nova', 'Clara');
  await pass(1_100);
  expect(server.speakers()).toEqual(['nova', 'nova', null, null]);
  expect(server.kept().speakerNames).toEqual({ nova: 'Clara' });
  store.undo();
  await pass(1_100);
  expect(server.speakers()).toEqual([null, null, null, null]);
  expect(server.kept().speakerNames).toEqual({});
});

test('a text that is edited and assigned at once is saved in one request, with the words retimed', async () => {
  const server = openInterview();
  const { store } = openTab(server);
  store.assign([1], 'A');
  store.type(1, 'dois mais');
  expect(store.segmentAt(1)).toMatchObject({ text: 'dois mais', speaker: 'A', assigned: true });
  await pass(1_100);
  expect(server.sent).toHaveLength(1);
  expect(server.sent[0]?.changes).toEqual([{ id: 1, text: 'dois mais', speaker: 'A', assigned: true }]);
});

test('an assignment of one tab and an edit of another merge without a conflict', async () => {
  const server = openInterview();
  const [one, two] = [openTab(server), openTab(server)];
  one.store.assign([1], 'A');
  await pass(1_100);
  two.store.type(1, 'dois, de outra aba');
  await pass(1_500);
  expect(server.kept().segments[1]).toMatchObject({
    text: 'dois, de outra aba',
    speaker: 'A',
    assigned: true,
  });
  expect(two.store.status().conflicts).toEqual([]);
  expect(two.speakers()).toEqual(['A', 'A', 'A', 'B']);
});

test('of two tabs that assign the same segment the last one wins, and no text is lost', async () => {
  const server = openInterview();
  const [one, two] = [openTab(server), openTab(server)];
  one.store.type(1, 'dois, de um');
  one.store.assign([1], 'A');
  await pass(1_100);
  two.store.assign([1], 'nova', 'Clara');
  await pass(1_500);
  expect(server.kept().segments[1]).toMatchObject({ text: 'dois, de um', speaker: 'nova' });
  expect(two.store.status().conflicts).toEqual([]);
  // One undo returns to the choice of the first tab.
  two.store.undo();
  await pass(1_500);
  expect(server.kept().segments[1]).toMatchObject({ speaker: 'A', assigned: true });
});

test('a segment given to a voice keeps its name, although another tab has merged that voice away', async () => {
  const server = openServer(four, ['A', 'B', 'A', 'C']);
  const start = openTab(server);
  start.store.rename('B', 'Beto');
  start.store.rename('C', 'Caio');
  await pass(1_100);
  const draft: { kept?: TextDraft } = {};
  const [one, two, offline] = [openTab(server), openTab(server), openTab(server, draft)];
  server.failWith('offline');
  offline.store.assign([2], 'B');
  await pass(1_100);
  offline.store.stop();
  server.failWith(undefined);
  one.store.assign([1], 'A');
  await pass(1_100);
  expect(server.kept().speakerNames).toEqual({ C: 'Caio' });
  two.store.assign([0], 'B');
  await pass(1_500);
  expect(two.store.names()).toMatchObject({ B: 'Beto', C: 'Caio' });
  expect(server.kept().speakerNames).toMatchObject({ B: 'Beto' });
  // A rename elsewhere wins over the carried name.
  two.store.rename('B', 'Bento');
  await pass(1_500);
  openTab(server, draft);
  await pass(1_500);
  expect(server.speakers()).toEqual(['B', 'A', 'B', 'C']);
  expect(server.kept().speakerNames).toMatchObject({ B: 'Bento' });
});

test('a draft brings the name of a voice that was merged away meanwhile', async () => {
  const server = openInterview();
  const first = openTab(server);
  first.store.rename('B', 'Beto');
  await pass(1_100);
  const draft: { kept?: TextDraft } = {};
  const offline = openTab(server, draft);
  server.failWith('offline');
  offline.store.assign([0], 'B');
  await pass(1_100);
  offline.store.stop();
  server.failWith(undefined);
  const other = openTab(server);
  other.store.assign([1, 3], 'A');
  await pass(1_500);
  openTab(server, draft);
  await pass(1_500);
  expect(server.kept().speakerNames).toMatchObject({ B: 'Beto' });
});

test('a tab can undo what another tab did', async () => {
  const server = openInterview();
  const [one, two] = [openTab(server), openTab(server)];
  one.store.rename('B', 'Beto');
  one.store.assign([1, 3], 'A');
  await pass(1_100);
  two.store.follow(server.kept());
  expect(two.speakers()).toEqual(['A', 'A', 'A', 'A']);
  expect(two.store.status().canUndo).toBe(true);
  two.store.undo();
  await pass(1_100);
  expect(server.speakers()).toEqual(['A', 'B', 'A', 'B']);
});

test('voices that the machine has found are no step of a person', async () => {
  const server = openServer(four);
  const { store, speakers } = openTab(server);
  const found = openInterview().kept();
  store.follow({ ...found, revision: 2 });
  expect(speakers()).toEqual(['A', 'B', 'A', 'B']);
  expect(store.status().canUndo).toBe(false);
});

test('undo goes back through the steps of both tabs, the newest first', async () => {
  const server = openInterview();
  const [one, two] = [openTab(server), openTab(server)];
  one.store.assign([1, 3], 'A');
  await pass(1_100);
  two.store.assign([3], 'nova', 'Clara');
  await pass(1_500);
  one.store.follow(server.kept());
  one.store.undo();
  expect(one.speakers()).toEqual(['A', 'A', 'A', 'A']);
  one.store.undo();
  await pass(1_500);
  expect(server.speakers()).toEqual(['A', 'B', 'A', 'B']);
});

test('after a crash the store restores assignments and saves them', async () => {
  const server = openInterview();
  const draft: { kept?: TextDraft } = {};
  const before = openTab(server, draft);
  server.failWith('offline');
  before.store.assign([1], 'nova', 'Clara');
  await pass(1_100);
  before.store.stop();
  server.failWith(undefined);
  const after = openTab(server, draft);
  expect(after.speakers()).toEqual(['A', 'nova', 'A', 'B']);
  await pass(1_500);
  expect(server.speakers()).toEqual(['A', 'nova', 'A', 'B']);
  // The person who was the second to speak is now the third, and keeps the shown name.
  expect(server.kept().speakerNames).toEqual({ nova: 'Clara', B: 'Pessoa 2' });
});

test('a draft leaves a segment whose id means another one since the text was split', () => {
  const server = openInterview();
  const spoken = [{ id: 1, startMs: 99, speaker: 'C', assigned: true }];
  const { speakers } = openTab(server, { kept: { texts: [], names: [], spoken } });
  expect(speakers()).toEqual(['A', 'B', 'A', 'B']);
});

test('when the page closes, no request is larger than the keepalive limit', async () => {
  const texts = Array.from({ length: 3_000 }, (_, at) => `trecho ${at}`);
  const server = openServer(
    texts,
    texts.map(() => 'A'),
  );
  const { store } = openTab(server);
  store.assign(
    texts.map((_, at) => at),
    'B',
  );
  await store.leave();
  for (const edit of server.sent) expect(JSON.stringify(edit).length).toBeLessThan(60_000);
  await pass(2_000);
  expect(new Set(server.speakers())).toEqual(new Set(['B']));
});
