import { expect, test } from 'vitest';
import { createProbeSemaphore } from './probe-semaphore.ts';

/** Work that ends on command and reports how much of it runs. */
function held() {
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  return {
    begun,
    endOne: () => ends.shift()?.(),
    work: (name: string) => async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    },
  };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('the semaphore probes two files of one user and four in all at once, and queues the others in order', async () => {
  const probes = createProbeSemaphore();
  const { begun, endOne, work } = held();
  const all = ['ana1', 'ana2', 'ana3', 'bia1', 'caio1', 'davi1'].map((name) =>
    probes.withProbeSlot(name.slice(0, -1), work(name)),
  );
  await settled();
  expect(begun).toEqual(['ana1', 'ana2', 'bia1', 'caio1']);
  endOne();
  await settled();
  expect(begun.slice(4)).toEqual(['ana3']);
  for (let ended = 0; ended < 5; ended += 1) {
    endOne();
    await settled();
  }
  expect(await Promise.all(all)).toEqual(['ana1', 'ana2', 'ana3', 'bia1', 'caio1', 'davi1']);
});

test('the semaphore skips a waiter that leaves, and a failed probe returns its slot', async () => {
  const probes = createProbeSemaphore();
  const { begun, endOne, work } = held();
  const leaving = new AbortController();
  const failing = probes.withProbeSlot('ana', async () => {
    throw new Error('broken');
  });
  const second = probes.withProbeSlot('ana', work('second'));
  const third = probes.withProbeSlot('ana', work('third'));
  const gone = probes.withProbeSlot('ana', work('gone'), leaving.signal);
  leaving.abort(new Error('the client left'));
  await expect(failing).rejects.toThrow('broken');
  await expect(gone).rejects.toThrow('the client left');
  await expect(probes.withProbeSlot('bia', work('never'), leaving.signal)).rejects.toThrow('the client left');
  await settled();
  expect(begun).toEqual(['second', 'third']);
  endOne();
  endOne();
  expect(await Promise.all([second, third])).toEqual(['second', 'third']);
});
