import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Upload } from '@tus/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startS3Server } from '#tests/helpers/s3-server.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { openStorage } from './open-storage.ts';
import { type OpenedStorage, StorageError } from './storage.ts';

const megabyte = 1_048_576;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let opened: OpenedStorage;
let server: Awaited<ReturnType<typeof startS3Server>>;
let roomBytes = Number.POSITIVE_INFINITY;
beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startS3Server(join(folder.path, 's3'));
  const setting = { kind: 's3', ...server } as const;
  opened = await openStorage({
    setting,
    dataDir: folder.path,
    uploadLifetimeMs: 86_400_000,
    beforeWrite: async (bytes) => {
      if (roomBytes < bytes) throw new StorageError('full');
      roomBytes -= bytes;
    },
  });
});
afterAll(async () => {
  await opened.close();
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

const sending = async () => readdir(join(folder.path, 'work', 'sending')).catch(() => []);

async function begun(bytes: number) {
  const id = randomUUID();
  await opened.uploads.create(new Upload({ id, size: bytes, offset: 0 }));
  return id;
}

test('the storage keeps a few parts in the data folder until it has sent them, and removes all', async () => {
  const content = randomBytes(34 * megabyte);
  const id = await begun(content.length);
  let most = 0;
  async function* pieces() {
    for (let at = 0; at < content.length; at += 2 * megabyte) {
      yield content.subarray(at, at + 2 * megabyte);
      const names = await sending();
      most = Math.max(most, names.length);
      for (const name of names) {
        const found = await stat(join(folder.path, 'work', 'sending', name)).catch(() => undefined);
        expect(found?.size ?? 0).toBeLessThanOrEqual(8 * megabyte);
      }
    }
  }
  expect(await opened.uploads.write(Readable.from(pieces()), id, 0)).toBe(content.length);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(4);
  expect(await sending()).toEqual([]);
  expect((await buffer(await opened.storage.read(id))).equals(content)).toBe(true);
});

test('a connection that breaks within a part leaves no file behind', async () => {
  const id = await begun(9 * megabyte);
  const first = randomBytes(megabyte);
  expect(await opened.uploads.write(Readable.from([first]), id, 0)).toBe(megabyte);
  const broken = new PassThrough();
  broken.write(randomBytes(megabyte));
  const writing = opened.uploads.write(broken, id, megabyte);
  writing.catch(() => undefined);
  // Before this, the store downloads the rest of the first megabyte into the same folder.
  await expect.poll(() => broken.readableLength).toBe(0);
  await expect.poll(sending).not.toEqual([]);
  broken.destroy(new Error('the connection broke'));
  await expect(writing).rejects.toThrow();
  await expect.poll(sending).toEqual([]);
});

test('the store refuses further bytes when the disk reaches its reserve, and keeps the earlier parts', async () => {
  const id = await begun(20 * megabyte);
  roomBytes = 12 * megabyte;
  const pieces = Array.from({ length: 20 }, () => randomBytes(megabyte));
  try {
    await expect(opened.uploads.write(Readable.from(pieces), id, 0)).rejects.toMatchObject({ kind: 'full' });
  } finally {
    roomBytes = Number.POSITIVE_INFINITY;
  }
  expect(await sending()).toEqual([]);
  expect((await opened.uploads.getUpload(id)).offset).toBe(8 * megabyte);
});

test('the store does not download an unfinished part below the disk reserve, and loses none of its bytes', async () => {
  const id = await begun(9 * megabyte);
  const first = randomBytes(2 * megabyte);
  expect(await opened.uploads.write(Readable.from([first]), id, 0)).toBe(first.length);
  for (const room of [0, first.length, 1.5 * first.length]) {
    roomBytes = room;
    try {
      const rest = Readable.from([randomBytes(megabyte)]);
      await expect(opened.uploads.write(rest, id, first.length)).rejects.toMatchObject({ kind: 'full' });
    } finally {
      roomBytes = Number.POSITIVE_INFINITY;
    }
    expect(await sending()).toEqual([]);
    expect((await opened.uploads.getUpload(id)).offset).toBe(first.length);
  }
  const rest = randomBytes(7 * megabyte);
  expect(await opened.uploads.write(Readable.from([rest]), id, first.length)).toBe(9 * megabyte);
  expect((await buffer(await opened.storage.read(id))).equals(Buffer.concat([first, rest]))).toBe(true);
});

test('removeHalves aborts abandoned multipart uploads and keeps recent ones', async () => {
  const { storage, uploads } = opened;
  const id = `uploads/${randomUUID()}`;
  await uploads.create(new Upload({ id, size: 12 * megabyte, offset: 0 }));
  await uploads.write(Readable.from([randomBytes(9 * megabyte)]), id, 0);
  const before = server.unfinishedUploads();
  expect(before).toContain(id);
  expect(await storage.removeHalves(new Date(Date.now() - 60_000))).toBe(0);
  expect(server.unfinishedUploads()).toEqual(before);
  // The other tests use keys outside our folders.
  expect(await storage.removeHalves(new Date(Date.now() + 60_000))).toBe(1);
  expect(server.unfinishedUploads()).toEqual(before.filter((key) => key !== id));
});

test('removeHalves also works on a server that does not list when an upload began', async () => {
  await using folder = await temporaryFolder();
  const plain = await startS3Server(folder.path, { listsStartTimes: false });
  const setting = { kind: 's3', ...plain } as const;
  const { storage, uploads, close } = await openStorage({
    setting,
    dataDir: folder.path,
    uploadLifetimeMs: 86_400_000,
  });
  const id = `uploads/${randomUUID()}`;
  await uploads.create(new Upload({ id, size: 12 * megabyte, offset: 0 }));
  // Without a part, the upload's age is unknown.
  expect(await storage.removeHalves(new Date(Date.now() + 60_000))).toBe(0);
  await uploads.write(Readable.from([randomBytes(9 * megabyte)]), id, 0);
  expect(await storage.removeHalves(new Date(Date.now() - 60_000))).toBe(0);
  expect(await storage.removeHalves(new Date(Date.now() + 60_000))).toBe(1);
  expect(plain.unfinishedUploads()).toEqual([]);
  await close();
  await plain.stop();
});

test('many idle connections do not block other uploads', async () => {
  const idle = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const id = await begun(megabyte);
      const body = new PassThrough();
      body.write('a');
      return { body, writing: opened.uploads.write(body, id, 0) };
    }),
  );
  await expect.poll(async () => (await sending()).length).toBe(idle.length);
  const id = await begun(7);
  expect(await opened.uploads.write(Readable.from([Buffer.from('Bom dia')]), id, 0)).toBe(7);
  for (const { body } of idle) body.end();
  await Promise.all(idle.map(({ writing }) => writing));
  expect(await sending()).toEqual([]);
}, 20_000);
