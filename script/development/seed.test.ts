import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { users } from '#server/adapters/db/schema/auth.ts';
import { usageMonths } from '#server/adapters/db/schema/plans.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { clientAddress } from '#tests/helpers/client-address.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { devAccount, seed } from './seed.ts';
import { recordings } from './seed-recordings.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const start = () =>
  seed({
    config: product.config,
    db: product.deps.db,
    url: product.url,
    serverUrl: product.url,
    mailboxUrl: product.mailboxUrl,
  });

const everyFile = [...recordings.map(({ fileName }) => fileName), 'exemplo.mp3', 'conselho.mp3'].sort();

async function storedFiles() {
  const rows = await product.deps.db
    .select({ fileName: transcriptions.fileName })
    .from(transcriptions)
    .innerJoin(users, and(eq(users.id, transcriptions.userId), eq(users.email, devAccount.email)));
  return rows.map(({ fileName }) => fileName).sort();
}

async function signInStatus() {
  const answer = await fetch(`${product.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: {
      origin: product.url,
      'content-type': 'application/json',
      'x-forwarded-for': clientAddress(),
    },
    body: JSON.stringify(devAccount),
  });
  return answer.status;
}

test('the seed stops without ffmpeg, and the next start completes it', async () => {
  vi.stubEnv('PATH', '');
  await expect(start().finally(() => vi.unstubAllEnvs())).rejects.toThrow('spawn ffmpeg ENOENT');
  expect(await storedFiles()).not.toContain('conselho.mp3');
  await start();
  expect(await storedFiles()).toEqual(everyFile);
  const [council] = await product.deps.db
    .select({ audioKey: transcriptions.audioKey, text: transcripts.text })
    .from(transcriptions)
    .innerJoin(transcripts, eq(transcripts.transcriptionId, transcriptions.id))
    .where(eq(transcriptions.fileName, 'conselho.mp3'));
  expect(council?.text.length).toBeGreaterThan(1_000);
  const sound = await product.deps.storage.stat(council?.audioKey ?? '');
  expect(sound?.bytes).toBeGreaterThan(1_000_000);
  expect(await signInStatus()).toBe(200);
});

test('a seed that was interrupted after the sign-up confirms the account and adds the missing parts', async () => {
  const { db } = product.deps;
  await db.update(users).set({ emailVerified: false }).where(eq(users.email, devAccount.email));
  await db
    .delete(transcriptions)
    .where(inArray(transcriptions.fileName, ['reuniao.mp3', 'aula-16.m4a', 'exemplo.mp3']));
  await db.delete(usageMonths);
  await start();
  expect(await storedFiles()).toEqual(everyFile);
  expect(await signInStatus()).toBe(200);
  expect(await db.select({ settled: usageMonths.settledSeconds }).from(usageMonths)).toEqual([
    { settled: 9_000 },
  ]);
});

test('a complete seed does not bring back a deleted transcription', async () => {
  await product.deps.db.delete(transcriptions).where(eq(transcriptions.fileName, 'reuniao.mp3'));
  await start();
  expect(await storedFiles()).toEqual(everyFile.filter((name) => name !== 'reuniao.mp3'));
});
