import type { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { openDictionary } from './dictionary.ts';

const threads: Worker[] = [];
const keepThread = (thread: Worker) => void threads.push(thread);
beforeEach(() => void process.on('worker', keepThread));
afterEach(() => {
  process.off('worker', keepThread);
  threads.length = 0;
});

function opened(options: Partial<Parameters<typeof openDictionary>[0]> = {}) {
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push(line) });
  const dictionary = openDictionary({ log, ...options });
  return { ...dictionary, logged: () => logged.join(''), [Symbol.asyncDispose]: dictionary.close };
}

/** A thread that has ended has no id any more. */
const runningThreads = () => threads.filter(({ threadId }) => threadId !== -1).length;

/** Makes the thread fail. */
const noWord = 7 as unknown as string;

/** One for all questions about words, because a thread needs half a second of processor time to load the word list. */
const shared = opened();
afterAll(() => shared[Symbol.asyncDispose]());

test.each([
  ['a conjugated verb', 'reescrevêssemos'],
  ['a name and an acronym in their capitals', 'Petrobras IBGE'],
  ['capitals of a headline', 'AUDIÊNCIA'],
  ['a verb with its pronoun', 'dir-lhe-ei'],
  ['a compound that the dictionary lists', 'guarda-chuva'],
  ['a compound of listed parts', 'pão-de-ló'],
  ['either apostrophe', "d'água d’água"],
  ['words without a space between them', 'sim/não casa,rua'],
  ['an accent as a character of its own', 'audie\u0302ncia'],
])('the dictionary knows %s', async (_what, words) => {
  expect(await shared.findUnknown(words.split(' '))).toEqual([]);
});

test('the dictionary returns the words that it does not know, in their order', async () => {
  const words = ['físsica', 'casa', 'Kubernetes', 'casa-físsica', 'ibge', 'a'.repeat(20_000), 'rua', ''];
  expect(await shared.findUnknown(words)).toEqual(words.filter((_word, at) => ![1, 6, 7].includes(at)));
});

test('questions in parallel get their own answers from one thread', async () => {
  await using dictionary = opened();
  expect(runningThreads()).toBe(0);
  const words = Array.from({ length: 20 }, (_, at) => `xq${'z'.repeat(at)}`);
  const answers = await Promise.all(words.map((word) => dictionary.findUnknown(['casa', word])));
  expect(answers).toEqual(words.map((word) => [word]));
  expect(threads).toHaveLength(1);
});

test('an idle thread ends, and the next question starts another', async () => {
  await using dictionary = opened({ idleMs: 300 });
  await dictionary.findUnknown(['casa']);
  await dictionary.findUnknown(['rua']);
  expect(threads).toHaveLength(1);
  await expect.poll(runningThreads, { timeout: 5_000 }).toBe(0);
  expect(await dictionary.findUnknown(['físsica'])).toEqual(['físsica']);
  expect(threads).toHaveLength(2);
  expect(dictionary.logged()).toBe('');
});

test('a thread that fails while idle is logged, and the next question starts another', async () => {
  await using dictionary = opened();
  await dictionary.findUnknown(['casa']);
  threads[0]?.postMessage([noWord]);
  await expect.poll(runningThreads).toBe(0);
  expect(dictionary.logged()).toContain('the dictionary thread failed');
  expect(await dictionary.findUnknown(['físsica'])).toEqual(['físsica']);
});

test('a question whose thread fails is refused, and the waiting one gets another thread', async () => {
  await using dictionary = opened();
  const refused = dictionary.findUnknown([noWord]);
  const answered = dictionary.findUnknown(['físsica']);
  await expect(refused).rejects.toThrow('the dictionary gave no answer');
  expect(await answered).toEqual(['físsica']);
  expect(threads).toHaveLength(2);
  expect(dictionary.logged()).toContain('the dictionary thread failed');
});

test('a question whose thread exits is refused, and the waiting one gets another thread', async () => {
  await using dictionary = opened();
  process.once('worker', (thread) => void thread.terminate());
  const refused = dictionary.findUnknown(['casa']);
  const answered = dictionary.findUnknown(['físsica']);
  await expect(refused).rejects.toThrow('the dictionary gave no answer');
  expect(await answered).toEqual(['físsica']);
  expect(threads).toHaveLength(2);
});

test('a thread without an answer in time is ended', async () => {
  await using dictionary = opened({ deadlineMs: 1 });
  await expect(dictionary.findUnknown(['casa'])).rejects.toThrow('the dictionary gave no answer');
  await expect.poll(runningThreads).toBe(0);
});

test('closing ends the thread and refuses its question and all later ones', async () => {
  const dictionary = opened();
  const refused = Promise.all([
    expect(dictionary.findUnknown(['casa'])).rejects.toThrow('the dictionary gave no answer'),
    expect(dictionary.findUnknown(['casa'])).rejects.toThrow('the dictionary is closed'),
  ]);
  await expect.poll(() => threads.length).toBe(1);
  await dictionary.close();
  expect(runningThreads()).toBe(0);
  await refused;
  await expect(dictionary.findUnknown(['casa'])).rejects.toThrow('the dictionary is closed');
  expect(threads).toHaveLength(1);
});
