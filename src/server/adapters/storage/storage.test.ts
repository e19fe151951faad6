import { createReadStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StorageConfig } from '#server/config/storage.ts';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { startS3Server } from '#tests/helpers/s3-server.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { openStorage } from './open-storage.ts';
import { checkedKey, type OpenedStorage, StorageError } from './storage.ts';

async function settingOf(kind: StorageConfig['kind'], folder: string) {
  if (kind === 'file')
    return {
      setting: { kind, folder: join(folder, 'arquivos com espaço e ção') } as const,
      stop: async () => {},
    };
  const { stop, ...place } = await startS3Server(join(folder, 's3'));
  // Frozen, like the configuration's.
  return { setting: { kind, ...place, credentials: Object.freeze(place.credentials) } as const, stop };
}

describe.each(['file', 's3'] as const)('%s', (kind) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let opened: OpenedStorage;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const made = await settingOf(kind, folder.path);
    stop = made.stop;
    opened = await openStorage({ setting: made.setting, dataDir: folder.path, uploadLifetimeMs: 86_400_000 });
    await opened.storage.check();
  });
  afterAll(async () => {
    await opened.close();
    await stop();
    await folder[Symbol.asyncDispose]();
  });

  test('the storage returns a stored file in full and in part, until it is removed', async () => {
    const { storage } = opened;
    expect(
      await storage.put('uploads/um/original', Readable.from([Buffer.from('Olá, '), Buffer.from('mundo')])),
    ).toBe(11);
    expect(await text(await storage.read('uploads/um/original'))).toBe('Olá, mundo');
    expect(await text(await storage.read('uploads/um/original', { start: 6, end: 8 }))).toBe('mun');
    expect(await storage.stat('uploads/um/original')).toMatchObject({
      bytes: 11,
      changedAt: expect.any(Date),
    });
    await storage.remove('uploads/um/original');
    await storage.remove('uploads/um/original');
    expect(await storage.stat('uploads/um/original')).toBeUndefined();
    await expect(storage.read('uploads/um/original')).rejects.toMatchObject({ kind: 'missing' });
  });

  test('many megabytes pass through in chunks, byte for byte', async () => {
    const { storage } = opened;
    const piece = Buffer.alloc(1_048_576, 'escriba');
    const pieces = 20;
    await storage.put('grande', Readable.from(Array.from({ length: pieces }, () => piece)));
    expect((await storage.stat('grande'))?.bytes).toBe(piece.length * pieces);
    await storage.withLocalFile('grande', async (path) => {
      let at = 0;
      for await (const chunk of createReadStream(path, { highWaterMark: piece.length })) {
        expect(piece.equals(chunk)).toBe(true);
        at += piece.length;
      }
      expect(at).toBe(piece.length * pieces);
    });
    // The temporary local copy is deleted.
    expect(await readdir(join(folder.path, 'work', 'fetched')).catch(() => [])).toEqual([]);
  });

  test('putFile moves a local file into the storage and replaces an existing one', async () => {
    const { storage } = opened;
    const path = join(folder.path, 'listen.mp3');
    await storage.put('t/b/listen.mp3', Readable.from([Buffer.from('antes')]));
    await writeFile(path, 'o som todo');
    expect(await storage.putFile('t/b/listen.mp3', path, { contentType: 'audio/mpeg' })).toBe(10);
    expect(await text(await storage.read('t/b/listen.mp3'))).toBe('o som todo');
    await expect(storage.putFile('t/c/listen.mp3', join(folder.path, 'nada'))).rejects.toThrow();
    expect(await storage.stat('t/c/listen.mp3')).toBeUndefined();
  });

  test('a broken source or an aborted upload leaves nothing under its key', async () => {
    const { storage } = opened;
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.alloc(9 * 1_048_576);
        throw new Error('the connection broke');
      })(),
    );
    await expect(storage.put('quebrado', breaking)).rejects.toThrow();
    expect(await storage.stat('quebrado')).toBeUndefined();

    const aborting = new AbortController();
    const endless = Readable.from(
      (async function* () {
        for (let count = 0; ; count += 1) {
          if (count === 12) aborting.abort();
          yield Buffer.alloc(1_048_576);
        }
      })(),
    );
    await expect(storage.put('desistido', endless, { signal: aborting.signal })).rejects.toThrow();
    expect(await storage.stat('desistido')).toBeUndefined();
    const listed: string[] = [];
    for await (const { key } of storage.list('')) listed.push(key);
    expect(listed.filter((key) => /quebrado|desistido|unfinished/.test(key))).toEqual([]);
  });

  test('list and removeAll affect one folder and not its neighbours', async () => {
    const { storage } = opened;
    for (const key of ['t/a/original', 't/a/peaks.bin', 't/ab/original'])
      await storage.put(key, Readable.from([Buffer.from(key)]));
    const listed: string[] = [];
    for await (const { key } of storage.list('t/a')) listed.push(key);
    expect(listed.sort()).toEqual(['t/a/original', 't/a/peaks.bin']);
    await storage.removeAll('t/a');
    expect(await storage.stat('t/a/original')).toBeUndefined();
    expect(await storage.stat('t/ab/original')).toBeDefined();
  });

  test('a listing is sorted by key and resumes after a given key', async () => {
    const { storage } = opened;
    const keys = ['o/a.json', 'o/a/b', 'o/a/c/d', 'o/ab', 'o/b'];
    for (const key of keys) await storage.put(key, Readable.from([Buffer.from(key)]));
    for (const after of ['', ...keys]) {
      const listed: string[] = [];
      for await (const { key } of storage.list('o', { after })) listed.push(key);
      expect(listed).toEqual(keys.filter((key) => key > after));
    }
    expect(keys).toEqual(keys.toSorted());
  });

  test("no key can leave the storage's folder", async () => {
    for (const key of [
      '../fora',
      'a/../../b',
      '/etc/passwd',
      'a//b',
      'A',
      'a/./b',
      'ção',
      'a\0b',
      '',
      'a/'.repeat(200),
    ])
      await expect((async () => opened.storage.stat(key))()).rejects.toThrow('invalid storage key');
  });
});

test('the removal of the only upload leaves the folder of the uploads, in which another may just begin', async () => {
  await using folder = await temporaryFolder();
  const { storage, close } = await openStorage({
    setting: { kind: 'file', folder: folder.path },
    dataDir: folder.path,
    uploadLifetimeMs: 86_400_000,
  });
  for (const key of ['uploads/um', 'gravacoes/um/original'])
    await storage.put(key, Readable.from([Buffer.from('x')]));
  await storage.remove('uploads/um');
  await storage.remove('gravacoes/um/original');
  expect(await readdir(join(folder.path, 'uploads'))).toEqual([]);
  expect(await readdir(join(folder.path, 'gravacoes'))).toEqual([]);
  await close();
});

test('removeHalves removes all other halves if one cannot be removed, and reports it', async () => {
  await using folder = await temporaryFolder();
  const { storage, close } = await openStorage({
    setting: { kind: 'file', folder: folder.path },
    dataDir: folder.path,
    uploadLifetimeMs: 86_400_000,
  });
  const halves = join(folder.path, '.unfinished');
  await mkdir(join(halves, 'a-folder'), { recursive: true });
  for (const name of ['b', 'c']) await writeFile(join(halves, name), 'x');
  await expect(storage.removeHalves(new Date(Date.now() + 1_000))).rejects.toThrow();
  expect(await readdir(halves)).toEqual(['a-folder']);
  await close();
});

test.each([
  [403, 'AccessDenied'],
  [501, 'NotImplemented'],
])('removeHalves returns undefined for a server that answers %i %s', async (status, code) => {
  const server = createServer((request, response) => {
    request.resume();
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${code}</Code></Error>`);
  });
  await using listening = await listenOnFreePort(server);
  const { storage, close } = await openStorage({
    setting: {
      kind: 's3',
      bucket: 'gravacoes',
      region: 'us-east-1',
      endpoint: listening.url,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    },
    dataDir: tmpdir(),
    uploadLifetimeMs: 1_000,
  });
  expect(await storage.removeHalves(new Date())).toBeUndefined();
  await expect(storage.check()).rejects.toThrow();
  await close();
});

test('checkedKey accepts our own keys', () => {
  for (const key of ['uploads/3f0c-2', 't/a/original', 't/a/peaks.bin', 'a.json'])
    expect(checkedKey(key)).toBe(key);
});

test('a missing bucket means an unavailable storage, not a missing file', async () => {
  await using folder = await temporaryFolder();
  const { stop, ...place } = await startS3Server(folder.path);
  const { storage, close } = await openStorage({
    setting: { kind: 's3', ...place, bucket: 'outro-balde' },
    dataDir: folder.path,
    uploadLifetimeMs: 1_000,
  });
  const asked = [
    () => storage.stat('a'),
    () => storage.read('a'),
    () => storage.withLocalFile('a', async () => undefined),
  ];
  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' });
  await close();
  await stop();
});

test('an unreachable server means an unavailable storage, not a missing file', async () => {
  const closed = await listenOnFreePort(createServer());
  await closed[Symbol.asyncDispose]();
  const { storage, close } = await openStorage({
    setting: {
      kind: 's3',
      bucket: 'gravacoes',
      region: 'us-east-1',
      endpoint: closed.url,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    },
    dataDir: tmpdir(),
    uploadLifetimeMs: 1_000,
  });
  const fault = await storage.stat('a').catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(StorageError);
  expect(fault).toMatchObject({ kind: 'unavailable' });
  await close();
});
