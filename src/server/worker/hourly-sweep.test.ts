import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSoundFolder } from '#server/features/transcriptions/run/sound-folder.ts';
import { startWorkFolderSweep } from '#server/features/transcriptions/sweeps/sweep-work-folder.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { workLines } from '#tests/helpers/work-lines.ts';
import { runHourlySweep } from './hourly-sweep.ts';

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let recording: Buffer<ArrayBuffer>;
let ana: TestUser;

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  product = await startTestProduct(engine.environment);
  recording = Buffer.from(await recordingOf(5));
  ana = await signedInUser(product);
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});

const signal = new AbortController().signal;
const run = (text: ReturnType<typeof sql>) => product.deps.db.execute(text).then(({ rows }) => rows);

async function keys() {
  const found: string[] = [];
  for await (const { key } of product.deps.storage.list('')) found.push(key);
  return found;
}

test('the sweep removes an unused upload with everything stored for it, and keeps one that may resume', async () => {
  const tus = tusAt(product, ana.token);
  const [over, current] = await Promise.all(
    [1, 2].map(async () => {
      const path = await tus.begin(recording.length * 2);
      await tus.patch(path, 0, recording);
      return idIn(path);
    }),
  );
  await run(sql`update uploads set expires_at = now() - interval '2 hours' where id = ${over}`);
  expect(await runHourlySweep(product.deps, { signal })).toBe('completed');
  const left = await keys();
  expect(left.filter((key) => key.includes(over ?? ''))).toEqual([]);
  expect(left.filter((key) => key.includes(current ?? '')).length).toBeGreaterThan(0);
  expect(await run(sql`select id from uploads where used_at is null`)).toEqual([{ id: current }]);
});

test('the sweep removes transcriptions deleted thirty days ago, and keeps those deleted yesterday', async () => {
  const [old, recent] = [
    await uploadRecording(product, ana.token, recording),
    await uploadRecording(product, ana.token, recording),
  ];
  for (const id of [old, recent])
    await expect.poll(async () => (await readJob(product, ana.token, id)).status).toBe('completed');
  await ana.call(`/transcribe/${old}`, { method: 'DELETE' });
  await ana.call(`/transcribe/${recent}`, { method: 'DELETE' });
  const [{ original_key: original } = {}] = await run(
    sql`select original_key from transcriptions where id = ${old}`,
  );
  await run(sql`update transcriptions set deleted_at = now() - interval '31 days' where id = ${old}`);
  await run(sql`update transcriptions set deleted_at = now() - interval '29 days' where id = ${recent}`);
  await runHourlySweep(product.deps, { signal });
  expect(await run(sql`select id from transcriptions`)).toEqual([{ id: recent }]);
  const left = await keys();
  expect(left.filter((key) => key.includes(old) || key === original)).toEqual([]);
  expect(left.some((key) => key.startsWith(`transcriptions/${recent}/`))).toBe(true);
});

test('a stranded recording fails, returns its seconds and can be retried', async () => {
  const held = Promise.withResolvers<void>();
  engine.answerWith(() => ({ until: held.promise }));
  const worked = await uploadRecording(product, ana.token, recording);
  await expect.poll(engine.begun).toBe(1);
  const before = await run(sql`select reserved_seconds from usage_months where user_id = ${ana.userId}`);
  const [{ id: stranded } = {}] = await run(sql`
    insert into transcriptions (user_id, file_name, status, duration_ms, language, usage_month, usage_seconds, original_key)
    select user_id, 'perdida.mp3', 'processing', 60000, 'pt', usage_month, 60, 'uploads/perdida' from transcriptions
    where id = ${worked} returning id`);
  await run(
    sql`update usage_months set reserved_seconds = reserved_seconds + 60 where user_id = ${ana.userId}`,
  );
  await run(
    sql`update transcriptions set updated_at = now() - interval '2 hours' where id in (${worked}, ${stranded})`,
  );
  await runHourlySweep(product.deps, { signal });
  expect(await readJob(product, ana.token, String(stranded))).toMatchObject({
    status: 'failed',
    reason: 'retries_spent',
    can_retry: true,
  });
  const lines = workLines(product.logged()).filter(({ transcriptionId }) => transcriptionId === stranded);
  expect(lines).toMatchObject([{ msg: 'work ended', work: 'recording', outcome: 'failed' }]);
  expect(await run(sql`select reserved_seconds from usage_months where user_id = ${ana.userId}`)).toEqual(
    before,
  );
  // Its job is running, however long it has reported nothing.
  expect((await readJob(product, ana.token, worked)).status).toBe('processing');
  held.resolve();
  await expect.poll(async () => (await readJob(product, ana.token, worked)).status).toBe('completed');
});

test('a recording whose search for voices was lost says that it failed', async () => {
  const id = await uploadRecording(product, ana.token, recording);
  await expect.poll(async () => (await readJob(product, ana.token, id)).status).toBe('completed');
  const stateOf = async () => (await readJob(product, ana.token, id)).voices.state;
  await run(sql`update transcriptions set voices_state = 'waiting' where id = ${id}`);
  await runHourlySweep(product.deps, { signal });
  expect(await stateOf()).toBe('failed');
});

test('the sweep logs a file that it cannot remove, continues with the next one, and retries it later', async () => {
  const tus = tusAt(product, ana.token);
  const [stuck, free] = await Promise.all([1, 2].map(async () => idIn(await tus.begin(recording.length))));
  await run(sql`update uploads set expires_at = now() - interval '2 hours' where id in (${stuck}, ${free})`);
  const deleted = await run(sql`
    insert into transcriptions (user_id, file_name, status, duration_ms, language, usage_month, usage_seconds, is_deleted, deleted_at)
    select ${ana.userId}, 'velha.mp3', 'failed', 1000, 'pt', '2026-11-01', 0, true, now() - interval '40 days'
    from generate_series(1, 2) returning id`);
  const [stuckId, freeId] = deleted.map(({ id }) => String(id));
  const { storage } = product.deps;
  const refusing = (key: string) => [stuck, stuckId].some((id) => key.includes(String(id)));
  const deps = {
    ...product.deps,
    storage: {
      ...storage,
      remove: async (key: string) => {
        if (refusing(key)) throw new Error('it is held');
        await storage.remove(key);
      },
      removeAll: async (prefix: string) => {
        if (refusing(prefix)) throw new Error('it is held');
        await storage.removeAll(prefix);
      },
      removeHalves: () => Promise.reject(new Error('the disk is away')),
    },
  };
  await run(
    sql`insert into rate_limits (key, hits, window_started_at) values ('expired', 1, now() - interval '2 days')`,
  );
  const ids = async () => {
    const left = await run(sql`
      select id from uploads where id in (${stuck}, ${free}) union all
      select id from transcriptions where id in (${stuckId}, ${freeId})`);
    return left.map(({ id }) => id);
  };
  // The queue retries a step that fails as a whole, after all other steps have run.
  await expect(runHourlySweep(deps, { signal })).rejects.toThrow('the disk is away');
  expect(await run(sql`select key from rate_limits where key = 'expired'`)).toEqual([]);
  expect(await ids()).toEqual([stuck, stuckId]);
  expect(product.logged()).toContain('some of the expired uploads could not be swept');
  await runHourlySweep(product.deps, { signal });
  expect(await ids()).toEqual([]);
});

test('one sweep waits for its hour, however often a worker starts', async () => {
  await Promise.all([1, 2, 3].map(() => runHourlySweep(product.deps, { signal })));
  const waiting = await run(
    sql`select start_after > now() + interval '50 minutes' as later from jobs.job where name = 'sweep' and state = 'created'`,
  );
  expect(waiting).toEqual([{ later: true }]);
});

test('the sweep removes half-finished files of a killed process after two days', async () => {
  const work = join(product.config.dataDir, 'work');
  const halves = join(product.config.dataDir, 'files', '.unfinished');
  const longAgo = new Date(Date.now() - 50 * 3_600_000);
  await mkdir(join(work, 'sound-velho'), { recursive: true });
  await mkdir(join(work, 'sound-novo'), { recursive: true });
  await mkdir(join(work, 'fetched'), { recursive: true });
  await mkdir(join(work, 'sending'), { recursive: true });
  await using inUse = await openSoundFolder(product.config.dataDir);
  await utimes(inUse.path, longAgo, longAgo);
  await writeFile(join(work, 'sound-velho', 'sound.pcm'), 'x');
  await writeFile(join(work, 'fetched', 'velho'), 'x');
  await writeFile(join(work, 'sending', 'velha'), 'x');
  await writeFile(join(work, 'sending', 'nova'), 'x');
  await writeFile(join(halves, 'velho'), 'x');
  await writeFile(join(halves, 'novo'), 'x');
  const old = [join(work, 'sound-velho'), join(work, 'fetched', 'velho'), join(work, 'sending', 'velha')];
  for (const path of [...old, join(halves, 'velho')]) await utimes(path, longAgo, longAgo);
  const sweeping = await startWorkFolderSweep(product.deps, { everyMs: 30 });
  await runHourlySweep(product.deps, { signal });
  expect((await readdir(work)).sort()).toEqual(
    ['fetched', 'sending', 'sound-novo', basename(inUse.path)].sort(),
  );
  expect(await readdir(join(work, 'fetched'))).toEqual([]);
  expect(await readdir(join(work, 'sending'))).toEqual(['nova']);
  expect(await readdir(halves)).toEqual(['novo']);
  // The running process also removes the sound of one that is killed meanwhile.
  await utimes(join(work, 'sound-novo'), longAgo, longAgo);
  await expect.poll(() => readdir(work)).not.toContain('sound-novo');
  expect(await readdir(work)).toContain(basename(inUse.path));
  sweeping.close();
  await product.deps.storage.put('depois', Readable.from([Buffer.from('x')]));
});
