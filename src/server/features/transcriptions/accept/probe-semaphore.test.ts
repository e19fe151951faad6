import { expect, test } from 'vitest';
import { createProbeSemaphore } from './probe-semaphore.ts';

/** Work that ends when it is told to, and says how much of it is under way. */
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

test('of one person two are looked into at once, of all together four, and the others in their order', async () => {
  const places = createProbeSemaphore();
  const { begun, endOne, work } = held();
  const all = ['ana1', 'ana2', 'ana3', 'bia1', 'caio1', 'davi1'].map((name) =>
    places.take(name.slice(0, -1), work(name)),
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

test('who leaves the line is not looked into, and one that fails gives its place back', async () => {
  const places = createProbeSemaphore();
  const { begun, endOne, work } = held();
  const leaving = new AbortController();
  const failing = places.take('ana', async () => {
    throw new Error('broken');
  });
  const second = places.take('ana', work('second'));
  const third = places.take('ana', work('third'));
  const gone = places.take('ana', work('gone'), leaving.signal);
  leaving.abort(new Error('the client left'));
  await expect(failing).rejects.toThrow('broken');
  await expect(gone).rejects.toThrow('the client left');
  await expect(places.take('bia', work('never'), leaving.signal)).rejects.toThrow('the client left');
  await settled();
  expect(begun).toEqual(['second', 'third']);
  endOne();
  endOne();
  expect(await Promise.all([second, third])).toEqual(['second', 'third']);
});
