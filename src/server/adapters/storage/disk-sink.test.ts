import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { openDiskSink } from './disk-sink.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('the sink writes chunks of all sizes byte for byte and counts them', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const path = join(folder.path, 'inteiro');
  const pieces = [1, 65_536, 524_287, 2, 524_288, 3_000_000, 0, 7].map((bytes) => randomBytes(bytes));
  const sink = openDiskSink(path);
  await pipeline(Readable.from(pieces), sink);
  const whole = Buffer.concat(pieces);
  expect(sumOf(await readFile(path))).toBe(sumOf(whole));
  expect(sink.bytesWritten()).toBe(whole.length);
});

test('the sink appends a resumed upload to the existing bytes', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const path = join(folder.path, 'continuado');
  await writeFile(path, 'Bom dia, ');
  await pipeline(Readable.from([Buffer.from('turma.')]), openDiskSink(path, { flags: 'r+', start: 9 }));
  expect(await readFile(path, 'utf8')).toBe('Bom dia, turma.');
});

test('the sink keeps every received byte of a slow connection that breaks', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const path = join(folder.path, 'lento');
  const sink = openDiskSink(path);
  sink.write(Buffer.from('pouco'));
  await expect.poll(() => sink.bytesWritten()).toBe(5);
  const closed = new Promise((resolve) => sink.once('close', resolve));
  sink.on('error', () => {});
  sink.write(Buffer.alloc(700_000, 'a'));
  sink.write(Buffer.from('fim'));
  sink.destroy(new Error('the connection broke'));
  await closed;
  const kept = await readFile(path);
  expect(kept.length).toBe(sink.bytesWritten());
  expect(kept.subarray(0, 5).toString()).toBe('pouco');
  expect(kept.length).toBeGreaterThan(5);
});

test.skipIf(!existsSync('/dev/full'))('the sink reports the error code of a full disk', async () => {
  await expect(
    pipeline(Readable.from([Buffer.alloc(2_000_000)]), openDiskSink('/dev/full', { flags: 'r+' })),
  ).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('a failed intermediate flush fails the whole write and truncates unsafe bytes', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const path = join(folder.path, 'perdido');
  await writeFile(path, 'Bom dia, ');
  const lost = Object.assign(new Error('i/o error'), { code: 'EIO' });
  const pieces = Array.from({ length: 40 }, () => Buffer.alloc(1_048_576));
  // Fails once, like a kernel: the final flush reports no error.
  const sink = openDiskSink(path, { flags: 'r+', start: 9, flush: () => Promise.reject(lost) });
  await expect(pipeline(Readable.from(pieces), sink)).rejects.toBe(lost);
  expect((await stat(path)).size).toBe(9);
});

test('idle uploads hold no memory', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const before = process.memoryUsage().arrayBuffers;
  const sinks = Array.from({ length: 200 }, (_, at) => openDiskSink(join(folder.path, `parado-${at}`)));
  for (const sink of sinks) sink.write(Buffer.from('pouco'));
  await expect.poll(() => sinks.every((sink) => sink.bytesWritten() === 5)).toBe(true);
  // Buffers used for a moment are garbage now.
  const held = () => {
    collect();
    return process.memoryUsage().arrayBuffers - before;
  };
  await expect.poll(held, { timeout: 10_000 }).toBeLessThan(50_000_000);
  await Promise.all(sinks.map((sink) => new Promise((resolve) => sink.end(resolve))));
}, 20_000);

test('the sink holds little of a long stream in memory', async () => {
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  async function* pieces() {
    for (let piece = 0; piece < 1_024; piece += 1) {
      yield Buffer.allocUnsafeSlow(65_536);
      if (piece % 128 !== 0) continue;
      // Written pieces stay counted until the garbage collector runs.
      collect();
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
  }
  await using folder = await temporaryFolder({ fast: true });
  await pipeline(Readable.from(pieces()), openDiskSink(join(folder.path, 'longo')));
  expect(most).toBeLessThan(33_554_432);
});
