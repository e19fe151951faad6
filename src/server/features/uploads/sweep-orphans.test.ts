import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dayMs } from '#domain/format/durations.ts';
import { runHourlySweep } from '#server/worker/hourly-sweep.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startStorage } from '#tests/helpers/s3-server.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { storeUpload } from './receive-uploads.ts';
import { sweepOrphans } from './sweep-orphans.ts';

const { signal } = new AbortController();

describe.each(['file', 's3'] as const)('%s', (kind) => {
  const stack = new AsyncDisposableStack();
  let product: TestProduct;
  let ana: TestUser;

  beforeAll(async () => {
    const folder = stack.use(await temporaryFolder());
    const { environment, stop } = await startStorage(kind, folder.path);
    stack.defer(stop);
    const engine = stack.use(await startScriptedSpeechServer());
    product = stack.use(await startTestProduct({ ...engine.environment, ...environment }));
    ana = await signedInUser(product);
    // The worker sweeps at its start. Its scan, written after a test forgot the last one, would hide that test's files.
    const swept = async () => expect(await product.deps.storage.stat('sweep/orphans.json')).toBeDefined();
    await vi.waitFor(swept, { timeout: 20_000 });
  });
  afterAll(() => stack.disposeAsync());

  const sweepAfter = (days: number, options: { budgetMs?: number; pageSize?: number } = {}) =>
    sweepOrphans({ ...product.deps, now: () => new Date(Date.now() + days * dayMs) }, signal, options);
  const put = async (...keys: string[]) => {
    for (const key of keys) await product.deps.storage.put(key, Readable.from([Buffer.from('som')]));
    return keys;
  };
  async function stored() {
    const keys: string[] = [];
    for (const folder of ['transcriptions', 'uploads'])
      for await (const { key } of product.deps.storage.list(folder)) keys.push(key);
    return keys;
  }
  const forgetScan = () => product.deps.storage.remove('sweep/orphans.json');

  test('the sweep removes an orphaned file a week after it first saw it, and keeps named files, also during an upload', async () => {
    await forgetScan();
    const recording = Buffer.from(await recordingOf(5));
    const id = await uploadRecording(product, ana.token, recording);
    await expect.poll(async () => (await readJob(product, ana.token, id)).status).toBe('completed');
    const tus = tusAt(product, ana.token);
    const path = await tus.begin(recording.length);
    await tus.patch(path, 0, recording.subarray(0, 1_000));
    const body = new PassThrough();
    const file = { fileName: 'aula.mp3', body, declaredBytes: 9, signal };
    const actor = { userId: ana.userId, sessionId: ana.sessionId } as Parameters<typeof storeUpload>[1];
    const sending = storeUpload(product.deps, actor, file);
    body.write('Bom ');
    const named = await stored();
    expect(named.length).toBeGreaterThan(3);

    const [sent, folder] = [randomUUID(), randomUUID()];
    const orphans = await put(
      `uploads/${sent}`,
      `uploads/${sent}.json`,
      `transcriptions/${folder}/listen.mp3`,
    );
    const [foreign] = await put('uploads/notas-de-alguem');
    for (const days of [0, 1, 5, 6.9]) expect(await sweepAfter(days)).toBe(0);
    expect(await stored()).toEqual(expect.arrayContaining(orphans));
    expect(await sweepAfter(7.9)).toBe(orphans.length);
    const logged = product
      .logged()
      .split('\n')
      .filter((line) => line.includes('orphaned files'));
    expect(logged.at(-1)).toContain(`"removed":${orphans.length}`);
    for (const hidden of [sent, folder]) expect(logged.join()).not.toContain(hidden);

    body.end('dia.\n');
    const { id: uploadId } = await sending;
    const [, upload] = [foreign, `uploads/${uploadId}`];
    expect((await stored()).sort()).toEqual([...named, foreign, upload].sort());
    expect((await buffer(await product.deps.storage.read(upload))).toString()).toBe('Bom dia.\n');
    expect(Number((await tus.head(path)).headers.get('upload-offset'))).toBe(1_000);
    expect(idIn(path)).not.toBe(uploadId);
  });

  test('the sweep keeps a new file, and no longer counts a file as orphaned once a restored row names it', async () => {
    await forgetScan();
    const [newFile, restored] = [randomUUID(), randomUUID()];
    const keys = await put(`uploads/${newFile}`, `uploads/${restored}`);
    const { deps } = product;
    const impatient = (days: number) => {
      const config = { ...deps.config, retention: { ...deps.config.retention, orphansDays: 1 } };
      return sweepOrphans({ ...deps, config, now: () => new Date(Date.now() + days * dayMs) }, signal);
    };
    expect(await impatient(0)).toBe(0);
    expect(await impatient(1.5)).toBe(0);
    expect(await stored()).toEqual(expect.arrayContaining(keys));
    await deps.db.execute(sql`
      insert into uploads (id, user_id, file_name, expires_at) values (${restored}, ${ana.userId}, 'a.mp3', now())`);
    expect(await impatient(3)).toBe(1);
    await deps.db.execute(sql`delete from uploads where id = ${restored}`);
    expect(await impatient(4)).toBe(0);
    expect(await stored()).toContain(`uploads/${restored}`);
    expect(await impatient(5.5)).toBe(1);
  });

  test('a recording names its original, even if the upload row is gone', async () => {
    await forgetScan();
    const original = `uploads/${randomUUID()}`;
    await put(original);
    await product.deps.db.execute(sql`
      insert into transcriptions (user_id, file_name, status, duration_ms, language, usage_month, usage_seconds, original_key)
      values (${ana.userId}, 'a.mp3', 'failed', 1000, 'pt', '2026-11-01', 0, ${original})`);
    await sweepAfter(0);
    expect(await sweepAfter(10)).toBe(0);
    expect(await stored()).toContain(original);
  });

  test('when two databases use one storage, neither sweep removes files of the other', async () => {
    await forgetScan();
    const [orphan] = await put(`uploads/${randomUUID()}`);
    await sweepAfter(0);
    const { storage } = product.deps;
    const note = JSON.parse((await buffer(await storage.read('sweep/orphans.json'))).toString());
    expect(Object.keys(note.seen)).toContain(orphan);
    const others = JSON.stringify({ ...note, database: 'another' });
    await storage.put('sweep/orphans.json', Readable.from([Buffer.from(others)]));
    expect(await sweepAfter(9)).toBe(0);
    expect(product.logged()).toContain('another database has scanned this storage');
    expect(await sweepAfter(15)).toBe(0);
    expect(await sweepAfter(16.1)).toBeGreaterThan(0);
    expect(await stored()).not.toContain(orphan);
  });

  test('a scan that runs out of time resumes where it stopped, as part of the hourly sweep', async () => {
    await forgetScan();
    const orphans = await put(...Array.from({ length: 5 }, () => `uploads/${randomUUID()}`));
    const bit = { budgetMs: 0, pageSize: 2 };
    const files = (await stored()).length;
    const steps = Math.ceil((files + 1) / 2);
    for (let step = 0; step < steps; step += 1) expect(await sweepAfter(0, bit)).toBe(0);
    // The scan saw all files once, so the next one is due tomorrow.
    expect(await sweepAfter(0.5)).toBe(0);
    let removed = 0;
    for (let step = 0; step < steps; step += 1) removed += await sweepAfter(8, bit);
    expect(removed).toBe(orphans.length);
    await put(...orphans.slice(0, 1));
    for (const days of [20, 28])
      await runHourlySweep({ ...product.deps, now: () => new Date(Date.now() + days * dayMs) }, { signal });
    expect(await stored()).not.toContain(orphans[0]);
  });

  test('an upload that still runs while its account is deleted leaves no file, however late it ends', async () => {
    const leaving = await signedInUser(product);
    const body = new PassThrough();
    const actor = { userId: leaving.userId, sessionId: leaving.sessionId } as Parameters<
      typeof storeUpload
    >[1];
    const file = { fileName: 'aula.mp3', body, declaredBytes: 9, signal };
    const before = await stored();
    const sending = storeUpload(product.deps, actor, file);
    body.write('Bom ');
    const begun = async () =>
      (await product.deps.db.execute(sql`select 1 from uploads where user_id = ${leaving.userId}`)).rowCount;
    await expect.poll(begun).toBe(1);
    await product.deps.db.execute(sql`delete from users where id = ${leaving.userId}`);
    body.end('dia.\n');
    await expect(sending).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await stored()).toEqual(before);
  });
});
