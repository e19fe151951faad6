import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#tests/helpers/free-port.ts';
import { isLong } from '#tests/helpers/long-tests.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startStorage } from '#tests/helpers/s3-server.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { breakingProxy, idIn, sendResuming, tusAt } from '#tests/helpers/tus.ts';
import { readJob } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/test-database.ts';

const megabyte = 1_048_576;
const maxBytes = 48 * megabyte;

describe.each(['file', 's3'] as const)('on %s', (kind) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let database: TestDatabase;
  let storage: Awaited<ReturnType<typeof startStorage>>;
  let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
  let environment: NodeJS.ProcessEnv;
  let product: TestProduct;
  let ana: TestUser;
  let recording: Buffer<ArrayBuffer>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    database = await createTestDatabase();
    storage = await startStorage(kind, folder.path);
    engine = await startScriptedSpeechServer();
    environment = {
      ...engine.environment,
      ...storage.environment,
      // Kept across restarts.
      DATA_DIR: join(folder.path, 'data'),
      DATABASE_URL: database.url,
      PORT: String(await freePort()),
      UPLOAD_MAX_BYTES: String(maxBytes),
    };
    product = await startTestProduct(environment);
    ana = await signedInUser(product);
    recording = Buffer.from(await recordingOf(5));
  }, 60_000);
  afterAll(async () => {
    await product.close();
    await engine.close();
    await storage.stop();
    await database[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const begun = async (bytes: number, name?: string) => {
    const answer = await tusAt(product, ana.token).create(bytes, name);
    expect(answer.status).toBe(201);
    return answer.headers.get('location') ?? '';
  };
  const uploaded = async () => {
    const path = await begun(recording.length);
    expect((await tusAt(product, ana.token).patch(path, 0, recording)).status).toBe(204);
    return path;
  };

  const cuts = isLong ? 10 : 3;
  test.runIf(kind === 'file' || isLong)(
    `an upload cut ${cuts} times and interrupted by a server restart arrives byte for byte`,
    async () => {
      const bytes = 4 * cuts * megabyte;
      const content = randomBytes(bytes);
      await using line = await breakingProxy({
        to: product.url,
        cutEvery: Math.floor(bytes / (cuts + 1)),
        cuts,
        onCut: async (cut) => {
          if (cut !== Math.floor(cuts / 2)) return;
          await product.close();
          product = await startTestProduct(environment);
        },
      });
      const uploadUrl = await sendResuming({ product: line, token: ana.token, file: content, bytes });
      expect(line.cuts()).toBe(cuts);
      const hash = createHash('sha256');
      for await (const piece of await product.deps.storage.read(`uploads/${idIn(uploadUrl)}`))
        hash.update(piece as Buffer);
      expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
    },
    180_000,
  );

  test('parallel requests for a finished upload create one transcription', async () => {
    const uploadId = idIn(await uploaded());
    const answers = await Promise.all(
      [1, 2, 3].map(() => ana.call('/transcribe', { body: { uploadId, title: 'Aula' } })),
    );
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(1);
    for (const { status } of answers) expect([201, 404, 409, 423]).toContain(status);
    const { jobId } = (await (taken[0] as Response).json()) as { jobId: string };
    await expect
      .poll(async () => (await readJob(product, ana.token, jobId)).status, { timeout: 30_000 })
      .toBe('completed');
    expect(await readJob(product, ana.token, jobId)).toMatchObject({ title: 'Aula', file_name: 'aula.mp3' });
    expect((await tusAt(product, ana.token).head(`/api/uploads/${uploadId}`)).status).toBe(404);
  }, 60_000);

  test('the server refuses to transcribe an unfinished upload', async () => {
    const path = await begun(recording.length * 2);
    await tusAt(product, ana.token).patch(path, 0, recording);
    const answer = await ana.call('/transcribe', { body: { uploadId: idIn(path) } });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'upload_unfinished' });
  });

  test('only its owner can use an upload', async () => {
    const path = await uploaded();
    const other = await signedInUser(product);
    const theirs = tusAt(product, other.token);
    const statuses = [
      (await theirs.head(path)).status,
      (await theirs.patch(path, 0, recording)).status,
      (await theirs.remove(path)).status,
      (await other.call('/transcribe', { body: { uploadId: idIn(path) } })).status,
    ];
    expect(statuses).toEqual([404, 404, 404, 404]);
    const nobody = tusAt(product, 'nonsense');
    expect((await nobody.head(path)).status).toBe(401);
    expect((await nobody.patch(path, 0, recording)).status).toBe(401);
    expect((await nobody.create(10)).status).toBe(401);
    expect((await tusAt(product, ana.token).head(path)).headers.get('upload-offset')).toBe(
      String(recording.length),
    );
  });

  test('an expired upload is not found', async () => {
    const path = await begun(recording.length);
    await product.deps.db.execute(
      sql`update uploads set expires_at = now() - interval '1 second' where id = ${idIn(path)}`,
    );
    expect((await tusAt(product, ana.token).patch(path, 0, recording)).status).toBe(404);
  });

  test('the server refuses a too large upload before its first byte', async () => {
    const answer = await tusAt(product, ana.token).create(maxBytes + 1);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: 'O envio passa do tamanho permitido.' });
  });

  test('parallel writes to one upload do not mix', async () => {
    const path = await begun(recording.length);
    const tus = tusAt(product, ana.token);
    const answers = await Promise.all([tus.patch(path, 0, recording), tus.patch(path, 0, recording)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(204);
    expect([409, 423]).toContain(statuses[1]);
    const stored = await buffer(await product.deps.storage.read(`uploads/${idIn(path)}`));
    expect(stored.equals(recording)).toBe(true);
  }, 60_000);

  test('cancelling an upload deletes its row and file', async () => {
    const path = await begun(recording.length * 2);
    const tus = tusAt(product, ana.token);
    await tus.patch(path, 0, recording);
    expect((await tus.remove(path)).status).toBe(204);
    expect((await tus.head(path)).status).toBe(404);
    const rows = () =>
      product.deps.db
        .execute(sql`select 1 from uploads where id = ${idIn(path)}`)
        .then(({ rowCount }) => rowCount);
    await expect.poll(rows).toBe(0);
    const stored: string[] = [];
    for await (const { key } of product.deps.storage.list('uploads')) stored.push(key);
    expect(stored.filter((key) => key.includes(idIn(path)))).toEqual([]);
  });

  test('deleting a finished upload removes its row and file, unless it has become a transcription', async () => {
    const tus = tusAt(product, ana.token);
    const [path, raced] = [await uploaded(), await uploaded()];
    expect((await tus.remove(path)).status).toBe(204);
    expect((await ana.call('/transcribe', { body: { uploadId: idIn(path) } })).status).toBe(404);
    const stored: string[] = [];
    for await (const { key } of product.deps.storage.list('uploads')) stored.push(key);
    expect(stored.filter((key) => key.includes(idIn(path)))).toEqual([]);

    const [taken, removed] = await Promise.all([
      ana.call('/transcribe', { body: { uploadId: idIn(raced) } }),
      tus.remove(raced),
    ]);
    const hasFile = async () => {
      for await (const { key } of product.deps.storage.list('uploads'))
        if (key.endsWith(idIn(raced))) return true;
      return false;
    };
    expect(await hasFile()).toBe(taken.status === 201);
    if (taken.status === 201) expect(removed.status).toBeGreaterThanOrEqual(400);
  }, 60_000);

  test('the server reduces a file name with a path to its base name', async () => {
    const path = await begun(recording.length, `../../etc/${'a'.repeat(1_000)}/pass"wd.mp3`);
    expect(path).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
    const { rows } = await product.deps.db.execute(
      sql`select file_name from uploads where id = ${idIn(path)}`,
    );
    expect(rows).toEqual([{ file_name: 'pass"wd.mp3' }]);
  });
});
