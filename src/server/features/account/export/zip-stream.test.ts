import { randomBytes } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipStream } from './export-account.ts';

async function zipBytes(entries: Parameters<typeof zipStream>[0]) {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipStream(entries)) pieces.push(Buffer.from(piece));
  return unzipSync(Buffer.concat(pieces));
}

test('the ZIP returns its input: accents, an empty file, and more than one piece', async () => {
  const long = `${randomBytes(200_000).toString('hex')}ção`;
  const files = await zipBytes([
    { name: 'a.txt', text: ['Olá, ', 'São Paulo'] },
    { name: 'vazio.txt', text: [] },
    { name: 'longo.txt', text: [long] },
  ]);
  expect(Object.keys(files)).toEqual(['a.txt', 'vazio.txt', 'longo.txt']);
  expect(strFromU8(files['a.txt'] ?? new Uint8Array())).toBe('Olá, São Paulo');
  expect(files['vazio.txt']).toHaveLength(0);
  expect(strFromU8(files['longo.txt'] ?? new Uint8Array())).toBe(long);
});

test('the ZIP never reads ahead of its consumer, so memory use stays constant', async () => {
  let read = 0;
  function* endless() {
    for (;;) {
      read += 1;
      yield randomBytes(32_768).toString('hex');
    }
  }
  let taken = 0;
  for await (const _piece of zipStream([{ name: 'sem-fim.txt', text: endless() }])) {
    taken += 1;
    if (taken === 40) break;
  }
  expect(read).toBeLessThan(taken + 5);
});

test('a failing source ends the ZIP with its error, not with a last piece', async () => {
  async function* failing() {
    yield 'a';
    throw new Error('the database went away');
  }
  await expect(zipBytes([{ name: 'a.txt', text: failing() }])).rejects.toThrow('the database went away');
});
