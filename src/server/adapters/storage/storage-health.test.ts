import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { StorageConfig } from '#server/config/storage.ts';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { openStorage } from './open-storage.ts';
import { waitForStorage } from './storage-health.ts';

/** A fake S3 server with a programmable status per request. */
async function answering(statusOf: (requestCount: number) => number) {
  let requestCount = 0;
  const server = createServer((_request, response) => {
    requestCount += 1;
    response.writeHead(statusOf(requestCount)).end();
  });
  const { url, ...listening } = await listenOnFreePort(server);
  const setting = {
    kind: 's3',
    bucket: 'gravacoes',
    region: 'us-east-1',
    endpoint: url,
    credentials: { accessKeyId: 'k', secretAccessKey: 'um segredo' },
  } as const;
  return {
    ...listening,
    setting,
    requestCount: () => requestCount,
  };
}

async function wait(setting: StorageConfig, { waitMs = 30_000, signal = new AbortController().signal } = {}) {
  await using folder = await temporaryFolder();
  const opened = await openStorage({ setting, dataDir: folder.path, uploadLifetimeMs: 1_000 });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  try {
    await waitForStorage({ storage: opened.storage, setting, log, waitMs, signal });
    return lines;
  } finally {
    await opened.close();
  }
}

test('the start waits for a storage that is late, and logs once at the beginning and once at the end', async () => {
  // More failures than the SDK retries by itself.
  await using server = await answering((requestCount) => (requestCount <= 7 ? 503 : 200));
  const lines = await wait(server.setting);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: `waiting for the storage at s3://gravacoes at ${server.setting.endpoint}` },
    { level: 30, msg: `the storage at s3://gravacoes at ${server.setting.endpoint} answers` },
  ]);
  expect(lines.join('')).not.toContain('um segredo');
}, 30_000);

test('a storage that never answers ends the start with a clear message, and an abort ends the wait at once', async () => {
  await using server = await answering(() => 200);
  const { setting } = server;
  await server[Symbol.asyncDispose]();
  await expect(wait(setting, { waitMs: 1_500 })).rejects.toThrow(
    /^The storage at s3:\/\/gravacoes at \S+ did not answer for 2 s \(ECONNREFUSED.*Start it, or correct STORAGE_URL\.$/,
  );
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('stopped')), 300);
  await expect(wait(setting, { signal: stop.signal })).rejects.toThrow('stopped');
}, 30_000);

test.each([403, 404])(
  'the start does not retry a storage that answers %i, because waiting would hide the cause',
  async (status) => {
    await using server = await answering(() => status);
    await expect(wait(server.setting)).rejects.toThrow(/cannot be used: .*Correct STORAGE_URL/);
    expect(server.requestCount()).toBe(1);
  },
);

test('the storage reports at once that a file has the path of its folder', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'um arquivo');
  await writeFile(file, '');
  await expect(wait({ kind: 'file', folder: join(file, 'arquivos') })).rejects.toThrow(
    /cannot be used: ENOTDIR/,
  );
});
