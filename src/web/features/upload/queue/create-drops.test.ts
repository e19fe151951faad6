import { expect, test, vi } from 'vitest';
import type { FileRules } from '../files/chosen-file.ts';
import { createDrops } from './create-drops.ts';
import { endless, fileOf, openQueue } from './test-queue.ts';

const rulesOf = (secondsLeft: number): FileRules => ({
  limits: { maxFileMinutes: 10, secondsLeft, planName: 'Free' },
  uploadMaxBytes: 5_000_000,
});

function openDrops(changes: Parameters<typeof openQueue>[0] = {}) {
  const at = openQueue(changes);
  const drops = createDrops(at.queue);
  const send = (dropped: string | File, rules = rulesOf(3_600)) =>
    drops.send([typeof dropped === 'string' ? fileOf(dropped, dropped.length) : dropped], {
      rules: async () => rules,
      language: 'pt',
      sendsWholeVideo: false,
    });
  return { ...at, drops, send };
}

test('an undo that is held for ever ends after twenty seconds in all', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { drops, send, requests } = openDrops();
  await send('aula.mp3');
  drops.setPaused(true);
  await vi.advanceTimersByTimeAsync(19_000);
  expect([drops.state().offer?.names, requests.length]).toEqual([['aula.mp3'], 0]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([drops.state().offer, requests.length]).toEqual([undefined, 1]);
  vi.useRealTimers();
});

test('the end of the newest drop leaves the undo of the one before', async () => {
  const { drops, queue, send } = openDrops({ sendBytes: endless });
  await send('aula.mp3');
  await send('coral.mp3');
  expect(drops.state().offer?.names).toEqual(['coral.mp3']);
  await queue.cancel('id-2');
  expect(drops.state().offer?.names).toEqual(['aula.mp3']);
});

test('a refused file that a second drop sends no longer waits in the form', async () => {
  const { drops, queue, send } = openDrops();
  const aula = fileOf('aula.mp3');
  await send(aula, rulesOf(0));
  expect(drops.state().left.map(({ file }) => file.name)).toEqual(['aula.mp3']);
  await send('coral.mp3', rulesOf(0));
  await send(aula);
  expect(drops.state().left.map(({ file }) => file.name)).toEqual(['coral.mp3']);
  expect(queue.items().map(({ name }) => name)).toEqual(['aula.mp3']);
});

test('files that only wait for the end of their undo let the next files begin', async () => {
  const { drops, queue, requests } = openDrops();
  const files = ['a', 'bb', 'ccc', 'dddd', 'eeeee'].map((name) => fileOf(`${name}.mp3`, name.length));
  await drops.send(files, { rules: async () => rulesOf(3_600), language: 'pt', sendsWholeVideo: false });
  drops.setPaused(true);
  await vi.waitFor(() => {
    expect(queue.items().map(({ sentBytes }) => sentBytes)).toEqual([1, 2, 3, 4, 5]);
  });
  queue.pause('id-2');
  queue.resume('id-2');
  await vi.waitFor(() => expect(queue.items()[1]?.stage).toBe('sending'));
  expect(requests).toEqual([]);
  drops.state().offer?.end();
  await vi.waitFor(() => expect(queue.items().every(({ stage }) => stage === 'done')).toBe(true));
  expect(requests).toHaveLength(5);
});
