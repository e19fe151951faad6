import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { StoredBytes } from '#contract/stored-bytes.ts';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { startStorage } from '#tests/helpers/s3-server.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { megabyte, noSmallDiskBecause, smallDisk } from '#tests/helpers/small-disk.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { formBody, readJob, sendFile } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const reason = await noSmallDiskBecause();
const title = (what: string) => (reason === undefined ? what : `${what} (not tried: ${reason})`);

// The tests send megabytes over the loopback, which takes long on a slow machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });
const slowly = { timeout: 60_000, interval: 100 };

const maxBytes = 45 * megabyte;
const accountMegabytes = 20;

/** A WAV of 1.2 s whose last chunk no program reads. */
function paddedWav(paddingBytes: number) {
  const chunk = Buffer.alloc(8);
  chunk.write('JUNK');
  chunk.writeUInt32LE(paddingBytes, 4);
  return Buffer.concat([encodeWav(new Int16Array(1.2 * 16_000)), chunk, Buffer.alloc(paddingBytes)]);
}
const honestWav = Buffer.from(encodeWav(new Int16Array(megabyte / 2)));

let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let aheadMs = 0;
beforeAll(async () => {
  engine = await startScriptedSpeechServer();
});
afterAll(() => engine.close());
beforeEach(() => {
  aheadMs = 0;
});

async function startProduct(environment: NodeJS.ProcessEnv) {
  const product = await startTestProduct(
    { ...engine.environment, UPLOAD_MAX_BYTES: String(maxBytes), ...environment },
    { now: () => new Date(Date.now() + aheadMs) },
  );
  await product.deps.db.execute(
    sql`update plans set max_stored_megabytes = ${accountMegabytes} where id = 'free'`,
  );
  return product;
}

const ways = {
  form: (product: TestProduct, { token }: TestUser, file: Buffer<ArrayBuffer>) =>
    sendFile(product, token, file, 'aula.wav'),
  tus: async (product: TestProduct, { token, call }: TestUser, file: Buffer<ArrayBuffer>) => {
    const tus = tusAt(product, token);
    const created = await tus.create(file.length, 'aula.wav');
    const path = created.headers.get('location');
    if (created.status !== 201 || path === null) return created;
    const sent = await tus.patch(path, 0, file);
    return sent.status === 204 ? call('/transcribe', { body: { uploadId: idIn(path) } }) : sent;
  },
};

async function refusal(answer: Response) {
  const { code } = (await answer.json()) as { code: string };
  return { status: answer.status, code };
}
const storedBytes = async ({ call }: TestUser) => (await (await call('/auth/storage')).json()) as StoredBytes;
async function storedKeys({ deps }: TestProduct) {
  const keys: string[] = [];
  for (const folder of ['uploads', 'transcriptions'])
    for await (const { key } of deps.storage.list(folder)) keys.push(key);
  return keys;
}
const finished = (product: TestProduct, { token }: TestUser, id: string) =>
  expect.poll(async () => (await readJob(product, token, id)).status, slowly).toBe('completed');

async function accepted(product: TestProduct, user: TestUser, answer: Response) {
  expect(answer.status).toBe(201);
  const { jobId } = (await answer.json()) as { jobId: string };
  await finished(product, user, jobId);
  return jobId;
}

for (const kind of ['file', 's3'] as const) {
  test(`an account in a storage of kind ${kind} stays within its bytes, however it sends`, async () => {
    await using folder = await temporaryFolder();
    const storage = await startStorage(kind, folder.path);
    await using product = await startProduct(storage.environment);
    const ana = await signedInUser(product);
    for (const send of Object.values(ways)) {
      // More padding than the sound explains is refused, and nothing stays.
      expect(await refusal(await send(product, ana, paddedWav(18 * megabyte)))).toEqual({
        status: 400,
        code: 'file_mostly_padding',
      });
      expect(await storedKeys(product)).toEqual([]);
      // Of a little padding, only the sound stays.
      const id = await accepted(product, ana, await send(product, ana, paddedWav(12 * megabyte)));
      await expect
        .poll(() => storedKeys(product), slowly)
        .toEqual([`transcriptions/${id}/listen.mp3`, `transcriptions/${id}/peaks.bin`]);
      expect((await storedBytes(ana)).storedBytes).toBeLessThan(30_000);
      await ana.call(`/transcribe/${id}`, { method: 'DELETE' });
      aheadMs += 3 * 60_000;
      await product.deps.db.execute(sql`delete from transcriptions where id = ${id}`);
      await product.deps.storage.removeAll(`transcriptions/${id}`);
    }
    // Deleted recordings count until they must give way.
    const rest = accountMegabytes * 1_000_000 - 6 * megabyte;
    const [first, second] = Object.values(ways);
    const large = Buffer.from(encodeWav(new Int16Array(rest / 2)));
    const id = await accepted(product, ana, (await first?.(product, ana, large)) as Response);
    expect((await storedBytes(ana)).storedBytes).toBeGreaterThan(rest);
    await ana.call(`/transcribe/${id}`, { method: 'DELETE' });
    for (const send of Object.values(ways)) {
      const answer = await send(product, ana, Buffer.from(encodeWav(new Int16Array(4 * megabyte))));
      expect(await refusal(answer)).toEqual({ status: 403, code: 'account_full' });
    }
    aheadMs += 3 * 60_000;
    const next = await second?.(product, ana, Buffer.from(encodeWav(new Int16Array(4 * megabyte))));
    const nextId = await accepted(product, ana, next as Response);
    expect((await storedKeys(product)).filter((key) => key.includes(id))).toEqual([]);
    expect((await storedBytes(ana)).storedBytes).toBeLessThan(11 * megabyte);
    await finished(product, ana, nextId);
    await product[Symbol.asyncDispose]();
    await storage.stop();
  });
}

test('unfinished uploads are told apart from recordings, and no size is named that was not declared', async () => {
  await using product = await startProduct({});
  const ana = await signedInUser(product);
  const tus = tusAt(product, ana.token);
  const textOf = async (answer: Response) => ((await answer.json()) as { error: string }).error;
  expect(await textOf(await tus.create(30 * megabyte))).toMatch(
    /^Este arquivo, de \d+ MB, não cabe .* plano maior\.$/,
  );
  const created = await tus.create(17 * megabyte);
  const bytes = 17 * megabyte;
  expect(await storedBytes(ana)).toMatchObject({ storedBytes: 0, reservedBytes: bytes });
  const refused = await textOf(await tus.create(5 * megabyte));
  expect(refused).toMatch(/envios não concluídos reservam 1\d MB\. Cancele/);
  expect(refused).not.toMatch(/Exclua|já ocupam/);
  // A form sent in chunks declares no size.
  const form = formBody([{ field: 'file', name: 'aula.wav', bytes: paddedWav(0) }]);
  const chunked = await fetch(`${product.url}/api/transcribe`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': form.type },
    body: new Blob([form.body]).stream(),
    duplex: 'half',
  });
  const unsized = await textOf(chunked);
  expect(unsized).toMatch(/^Este arquivo pode não caber nos 20 MB/);
  await tus.remove(created.headers.get('location') ?? '');
  expect(await storedBytes(ana)).toMatchObject({ storedBytes: 0, reservedBytes: 0 });
  await accepted(product, ana, await ways.tus(product, ana, honestWav));
  await tus.create(17 * megabyte);
  expect(await storedBytes(ana)).toMatchObject({ storedBytes: expect.any(Number), reservedBytes: bytes });
  expect((await storedBytes(ana)).storedBytes).toBeGreaterThan(0);
});

test.skipIf(reason !== undefined)(
  title('one account that sends and deletes padded files leaves space for the upload of another'),
  async () => {
    await using disk = await smallDisk({ megabytes: 64 });
    await using product = await startProduct({
      DATA_DIR: disk.path,
      DISK_RESERVE_BYTES: String(16 * megabyte),
    });
    const mallory = await signedInUser(product);
    const answers: string[] = [];
    const sizes = [40, 40, 14, 14, 14, 4, 4, 4, 4, 1, 1, 1, 1, 0.5, 0.5];
    for (const [at, size] of sizes.entries()) {
      const send = at % 2 === 0 ? ways.form : ways.tus;
      const answer = await send(product, mallory, paddedWav(size * megabyte));
      const body = (await answer.json()) as { jobId?: string; code?: string };
      answers.push(body.code ?? 'accepted');
      if (body.jobId !== undefined) await mallory.call(`/transcribe/${body.jobId}`, { method: 'DELETE' });
    }
    expect(answers).toContain('accepted');
    const bruno = await signedInUser(product);
    for (const send of Object.values(ways))
      await accepted(product, bruno, await send(product, bruno, honestWav));
  },
);

test.skipIf(reason !== undefined)(
  title('readiness names the disk before an upload is refused, and deleted files give way to uploads'),
  async () => {
    await using disk = await smallDisk({ megabytes: 96 });
    await using product = await startProduct({
      DATA_DIR: disk.path,
      DISK_RESERVE_BYTES: String(16 * megabyte),
    });
    const ana = await signedInUser(product);
    const large = Buffer.from(encodeWav(new Int16Array(4 * megabyte)));
    const id = await accepted(product, ana, await ways.form(product, ana, large));
    const diskSpace = async () => {
      const answer = await fetch(`${product.url}/health/ready`);
      const { parts } = (await answer.json()) as { parts: Record<string, { ready: boolean }> };
      return parts.diskSpace?.ready;
    };
    expect(await diskSpace()).toBe(true);
    await disk.fillBut(16 * megabyte + maxBytes - megabyte);
    expect(await diskSpace()).toBe(false);
    await accepted(product, ana, await ways.tus(product, ana, honestWav));

    await ana.call(`/transcribe/${id}`, { method: 'DELETE' });
    await disk.fillBut(16 * megabyte);
    for (const send of Object.values(ways))
      expect(await refusal(await send(product, ana, honestWav))).toEqual({
        status: 503,
        code: 'storage_full',
      });
    aheadMs = 3 * 60_000;
    for (const send of Object.values(ways)) await accepted(product, ana, await send(product, ana, honestWav));
    // The row stays for its thirty days.
    const { rows } = await product.deps.db.execute(
      sql`select original_key, audio_key from transcriptions where id = ${id}`,
    );
    expect(rows).toEqual([{ original_key: null, audio_key: null }]);
  },
);
