import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { breakingProxy, idIn, sendResuming } from '#tests/helpers/tus.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const megabyte = 1_048_576;
const bytes = 1_024 * megabyte;

/** Writes distinct megabytes, so that a misplaced one changes the hash; returns the hash. */
async function writeLarge(path: string): Promise<string> {
  const file = await open(path, 'w');
  const hash = createHash('sha256');
  for (let at = 0; at < bytes; at += megabyte) {
    const piece = Buffer.alloc(megabyte, `${at} `);
    hash.update(piece);
    await file.write(piece);
  }
  await file.close();
  return hash.digest('hex');
}

longTest(
  'a gigabyte upload whose connection breaks ten times arrives byte for byte',
  async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'grande.bin');
    const sum = await writeLarge(path);
    await using product = await startTestProduct({ SPEECH_MODEL: 'sandbox' });
    const { token } = await signedInUser(product);
    await using line = await breakingProxy({ to: product.url, cutEvery: Math.floor(bytes / 11), cuts: 10 });
    const url = await sendResuming({ product: line, token, file: createReadStream(path), bytes });
    expect(line.cuts()).toBe(10);
    const hash = createHash('sha256');
    for await (const piece of await product.deps.storage.read(`uploads/${idIn(url)}`))
      hash.update(piece as Buffer);
    expect(hash.digest('hex')).toBe(sum);
  },
  600_000,
);
