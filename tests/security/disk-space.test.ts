import { randomBytes } from 'node:crypto';
import { chmod, chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Ready } from '#contract/health.ts';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { isLong } from '#tests/helpers/long-tests.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startStorage } from '#tests/helpers/s3-server.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { megabyte, noSmallDiskBecause, smallDisk } from '#tests/helpers/small-disk.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { readJob, sendFile, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const reason = await noSmallDiskBecause();
const title = (what: string) => (reason === undefined ? what : `${what} (not tried: ${reason})`);
const onSmallDisk = test.skipIf(reason !== undefined);
const longOnSmallDisk = test.runIf(reason === undefined && isLong);

// The tests send megabytes over the loopback, which takes long on a slow machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const reserveBytes = 16 * megabyte;
const full = {
  code: 'storage_full',
  error: 'O servidor está sem espaço para o arquivo. Já fomos avisados; tente de novo mais tarde.',
};

let disk: Awaited<ReturnType<typeof smallDisk>>;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let product: TestProduct;
let ana: TestUser;
beforeAll(async () => {
  if (reason !== undefined) return;
  disk = await smallDisk({ megabytes: 64 });
  engine = await startScriptedSpeechServer();
  product = await startTestProduct({
    ...engine.environment,
    DATA_DIR: disk.path,
    DISK_RESERVE_BYTES: String(reserveBytes),
    // The disk is short once it cannot take a file of this size.
    UPLOAD_MAX_BYTES: String(24 * megabyte),
  });
}, 60_000);
afterAll(async () => {
  if (reason !== undefined) return;
  await product.close();
  await engine.close();
  await disk[Symbol.asyncDispose]();
});
beforeEach(async () => {
  if (reason !== undefined) return;
  await disk.makeRoom();
  // Reset the rate limits, because all users of these tests sign up from one address.
  await product.deps.db.execute(sql`delete from rate_limits`);
  ana = await signedInUser(product);
});

const uploadRows = async (userId: string) =>
  (await product.deps.db.execute(sql`select 1 from uploads where user_id = ${userId}`)).rowCount;
const ready = async () => {
  const answer = await fetch(`${product.url}/health/ready`);
  const { status, parts } = (await answer.json()) as Ready;
  const missing = Object.keys(parts).filter((name) => parts[name]?.ready === false);
  return { http: answer.status, status, diskSpace: parts.diskSpace, missing };
};

onSmallDisk(title('uploads of several accounts fill the disk up to the reserve and no further'), async () => {
  const people = [ana, ...(await Promise.all([1, 2].map(() => signedInUser(product))))];
  const piece = Buffer.alloc(24 * megabyte, 7);
  const begun = await Promise.all(
    people.map(async ({ token }) => {
      const tus = tusAt(product, token);
      return { tus, path: await tus.begin(piece.length) };
    }),
  );
  const answers = await Promise.all(begun.map(({ tus, path }) => tus.patch(path, 0, piece)));
  const refused = answers.filter(({ status }) => status !== 204);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject(full);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // The tolerance is two megabytes, because each upload may still have half a megabyte in its buffers.
  expect(await disk.freeBytes()).toBeGreaterThan(reserveBytes - 2 * megabyte);
  // The server must keep the received bytes. HEAD and DELETE must work without space.
  for (const { tus, path } of begun) {
    expect((await tus.head(path)).status).toBe(200);
    await tus.remove(path);
  }
});

onSmallDisk(
  title('the server below its reserve refuses new uploads and further chunks, and still serves reads'),
  async () => {
    const tus = tusAt(product, ana.token);
    const recording = Buffer.from(encodeWav(new Int16Array(megabyte)));
    const path = await tus.begin(recording.length);
    const half = recording.subarray(0, megabyte);
    expect((await tus.patch(path, 0, half)).status).toBe(204);
    const transcriptionId = await insertTranscription(product.deps, { userId: ana.userId }, [
      'Um texto guardado.',
    ]);
    const rows = await uploadRows(ana.userId);

    await disk.fillBut(reserveBytes - megabyte);
    for (const answer of [
      await tus.create(1_000),
      await tus.patch(path, half.length, recording.subarray(half.length)),
      await sendFile(product, ana.token, recording, 'aula.wav'),
    ]) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject(full);
    }
    expect(await uploadRows(ana.userId)).toBe(rows);
    expect(await readJob(product, ana.token, transcriptionId)).toMatchObject({ text: 'Um texto guardado.' });
    // /health/ready must answer 200, so that the load balancer keeps the process, and name the degraded part.
    expect(await ready()).toMatchObject({
      http: 200,
      status: 'degraded',
      diskSpace: { ready: false, reason: expect.stringContaining('texts are read') },
    });

    await disk.makeRoom();
    // The server keeps the result of its last check of the storage for five seconds.
    await expect.poll(ready, { timeout: 30_000 }).toMatchObject({ http: 200, status: 'ok', missing: [] });
    const offset = Number((await tus.head(path)).headers.get('upload-offset'));
    expect(offset).toBe(half.length);
    expect((await tus.patch(path, offset, recording.subarray(offset))).status).toBe(204);
  },
);

onSmallDisk(
  title('the server refuses an upload that would need the reserve, before its first byte'),
  async () => {
    await disk.fillBut(reserveBytes + 2 * megabyte);
    const tus = tusAt(product, ana.token);
    const refused = await tus.create(4 * megabyte);
    expect([refused.status, await refused.json()]).toMatchObject([503, full]);
    expect((await tus.create(megabyte)).status).toBe(201);
  },
);

const statusOf = async (id: string) => (await readJob(product, ana.token, id)).status;
const slowly = { timeout: 60_000 };

onSmallDisk(
  title('an accepted recording may use the reserve for its decoded sound'),
  async () => {
    // The sound needs eight megabytes, and only half a megabyte is free above the reserve.
    const recording = await recordingOf(240);
    await disk.fillBut(reserveBytes + recording.length + 0.5 * megabyte);
    const id = await uploadRecording(product, ana.token, recording);
    await expect.poll(() => statusOf(id), slowly).toBe('completed');
  },
  90_000,
);

onSmallDisk(
  title('a recording whose sound needs the last quarter of the reserve waits without using up a retry'),
  async () => {
    const recording = await recordingOf(500);
    await disk.fillBut(reserveBytes + recording.length + 0.5 * megabyte);
    const id = await uploadRecording(product, ana.token, recording);
    const job = () => readJob(product, ana.token, id);
    await expect.poll(async () => (await job()).reason, slowly).toBe('out_of_room');
    expect((await job()).status).toBe('pending');

    // Skip the pause before the next try, more often than there are retries.
    const skipPause = async () =>
      (
        await product.deps.db.execute<{ left: number }>(sql`
          update jobs.job set start_after = now()
          where state in ('created', 'retry') and start_after > now() and data->>'transcriptionId' = ${id}
          returning retry_limit - retry_count as left`)
      ).rows[0]?.left;
    const retriesLeft = new Set<number | undefined>();
    for (let time = 0; time < 8; time += 1) {
      await expect
        .poll(async () => {
          const retries = await skipPause();
          retriesLeft.add(retries);
          return retries;
        }, slowly)
        .toBeDefined();
      expect((await job()).status).not.toBe('failed');
    }
    retriesLeft.delete(undefined);
    expect(retriesLeft.size).toBe(1);

    await disk.makeRoom();
    await expect
      .poll(async () => {
        await skipPause();
        return statusOf(id);
      }, slowly)
      .toBe('completed');
  },
  180_000,
);

onSmallDisk(
  title(
    'a recording without disk space for 24 hours fails and returns its seconds, and its owner can retry it',
  ),
  async () => {
    await using own = await smallDisk({ megabytes: 64 });
    const hourMs = 3_600_000;
    let aheadMs = 0;
    await using other = await startTestProduct(
      { ...engine.environment, DATA_DIR: own.path, DISK_RESERVE_BYTES: String(reserveBytes) },
      { now: () => new Date(Date.now() + aheadMs) },
    );
    const { token, userId, call } = await signedInUser(other);
    const { db } = other.deps;
    const recording = await recordingOf(500);
    await own.fillBut(reserveBytes + recording.length + 0.5 * megabyte);
    const id = await uploadRecording(other, token, recording);
    const readState = async () =>
      (
        await db.execute<{ status: string; reason: string }>(
          sql`select status, reason from transcriptions where id = ${id}`,
        )
      ).rows[0];
    const usage = async () =>
      (
        await db.execute<{ reserved: number; settled: number }>(
          sql`select reserved_seconds as reserved, settled_seconds as settled from usage_months
              where user_id = ${userId}`,
        )
      ).rows[0];
    const waiting = sql`state = 'retry' and start_after > now() and data->>'transcriptionId' = ${id}`;
    /** Skips the pause before the next try. */
    const tryNow = () =>
      expect
        .poll(
          async () =>
            (await db.execute(sql`update jobs.job set start_after = now() where ${waiting}`)).rowCount,
          slowly,
        )
        .toBe(1);
    const triedAgain = () =>
      expect
        .poll(async () => (await db.execute(sql`select 1 from jobs.job where ${waiting}`)).rowCount, slowly)
        .toBe(1);
    await expect.poll(readState, slowly).toEqual({ status: 'pending', reason: 'out_of_room' });
    expect((await usage())?.reserved).toBeGreaterThanOrEqual(500);

    aheadMs = 24 * hourMs - 120_000;
    await tryNow();
    await triedAgain();
    expect(await readState()).toEqual({ status: 'pending', reason: 'out_of_room' });

    aheadMs = 24 * hourMs;
    await tryNow();
    await expect.poll(readState, slowly).toEqual({ status: 'failed', reason: 'never_room' });
    aheadMs = 0;
    expect(await usage()).toEqual({ reserved: 0, settled: 0 });
    expect(await readJob(other, token, id)).toMatchObject({
      reason_text:
        'Em 24 horas não houve espaço no servidor para este arquivo. Já fomos avisados. Nada foi descontado; tente de novo mais tarde.',
      can_retry: true,
    });
    expect(other.logged()).toContain('a recording found no room on the disk for a day');

    // The retry has a new job, which may wait 24 hours again.
    expect((await call(`/transcribe/${id}/retry`, { method: 'POST' })).status).toBe(204);
    await expect.poll(readState, slowly).toEqual({ status: 'pending', reason: 'out_of_room' });
    await own.makeRoom();
    await tryNow();
    await expect.poll(async () => (await readState())?.status, slowly).toBe('completed');
    expect(await usage()).toEqual({ reserved: 0, settled: 0 });
  },
);

/** Starts a product that stores its files in a bucket and has its data folder on the small disk. */
async function productOnBucket() {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const bucket = await startStorage('s3', folder.path);
  stack.defer(bucket.stop);
  // Start the product last, so that it closes first, because the bucket waits for the product's calls.
  const other = stack.use(
    await startTestProduct({
      ...engine.environment,
      ...bucket.environment,
      DATA_DIR: disk.path,
      DISK_RESERVE_BYTES: String(reserveBytes),
    }),
  );
  const resources = stack.move();
  return { ...other, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

longOnSmallDisk(
  title('a recording in a bucket also waits for the space of its fetched original'),
  async () => {
    await using other = await productOnBucket();
    const { token } = await signedInUser(other);
    // The sound and the original need sixteen megabytes each, and the disk has space for one of them.
    const recording = Buffer.from(encodeWav(new Int16Array(500 * 16_000)));
    await disk.fillBut(reserveBytes + recording.length + megabyte);
    const id = await uploadRecording(other, token, recording);
    const job = () => readJob(other, token, id);
    await expect.poll(async () => (await job()).reason, slowly).toBe('out_of_room');
    // The worker must check the space before it fetches the original. A full disk would log this message.
    expect(other.logged()).not.toContain('no room for the work on a recording');
    await disk.makeRoom();
    await expect
      .poll(async () => {
        await other.deps.db.execute(sql`
        update jobs.job set start_after = now()
        where state in ('created', 'retry') and data->>'transcriptionId' = ${id}`);
        return (await job()).status;
      }, slowly)
      .toBe('completed');
  },
);

longOnSmallDisk(
  title('the server does not fetch an upload from a bucket into the last quarter of the reserve'),
  async () => {
    await using other = await productOnBucket();
    const { token, call } = await signedInUser(other);
    const recording = Buffer.from(encodeWav(new Int16Array(5 * megabyte)));
    const tus = tusAt(other, token);
    const path = await tus.begin(recording.length);
    expect((await tus.patch(path, 0, recording)).status).toBe(204);
    const body = { uploadId: idIn(path) };
    // The disk has space for the file itself.
    await disk.fillBut(recording.length + reserveBytes / 8);
    const refused = await call('/transcribe', { body });
    expect([refused.status, await refused.json()]).toMatchObject([503, full]);
    await disk.makeRoom();
    expect((await call('/transcribe', { body })).status).toBe(201);
  },
);

onSmallDisk(
  title('the server answers storage_full when PostgreSQL’s disk is full, and still serves reads'),
  async () => {
    await using tiny = await smallDisk({ megabytes: 1 });
    const { db } = product.deps;
    const { rows } = await db.execute<{ folder: string }>(
      sql`select current_setting('data_directory') as folder`,
    );
    const owner = await stat(rows[0]?.folder ?? '');
    await chmod(dirname(tiny.path), 0o755);
    await chown(tiny.path, owner.uid, owner.gid);
    const name = `tiny_${randomBytes(4).toString('hex')}`;
    await db.execute(sql.raw(`create tablespace ${name} location '${tiny.path}'`));
    await db.execute(sql.raw(`alter table contact_messages set tablespace ${name}`));
    try {
      await tiny.fillBut(0);
      const body = JSON.stringify({
        name: 'Ana',
        email: 'ana@exemplo.com',
        message: 'Uma mensagem. '.repeat(100),
      });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${product.url}/api/contact`, { method: 'POST', headers, body });
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answer.json()).toMatchObject({
        code: 'storage_full',
        error: 'O servidor está sem espaço. Já fomos avisados; tente de novo mais tarde.',
      });
      expect((await ana.call('/profile')).status).toBe(200);
      await tiny.makeRoom();
      expect((await fetch(`${product.url}/api/contact`, { method: 'POST', headers, body })).status).toBe(201);
    } finally {
      await tiny.makeRoom();
      await db.execute(sql.raw('alter table contact_messages set tablespace pg_default'));
      await db.execute(sql.raw(`drop tablespace ${name}`));
    }
  },
);
