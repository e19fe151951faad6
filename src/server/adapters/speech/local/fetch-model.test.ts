import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { type Answer, modelOf, modelServer, putModel, serving, status } from '#tests/speech/local-model.ts';
import { type FetchModel, fetchModel } from './fetch-model.ts';
import { isVerified, ModelError, modelPaths, toDiskError } from './model-files.ts';
import { localModels, modelUrls } from './models.ts';

const content = randomBytes(3_000_000);
const model = modelOf(content);
const patience = { tries: 3, firstPauseMs: 5, maxPauseMs: 20, silenceMs: 2_000 };
const signal = new AbortController().signal;

const noServer: Answer = () => {
  throw new Error('no request was expected');
};

async function start(...answers: Answer[]) {
  const folder = await temporaryFolder({ name: 'coração e espaço' });
  const server = await modelServer(...answers);
  const { files, ...paths } = modelPaths(folder.path, model);
  const [file] = files;
  if (file === undefined) throw new Error('the model has one file');
  const options: FetchModel = { dataDir: folder.path, model, modelsUrl: server.url, patience, signal };
  return {
    server,
    paths: { ...paths, ...file, files },
    options,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('fetchModel downloads and verifies a model once, and later finds it without a network', async () => {
  await using fixture = await start(serving(content), noServer);
  const done: number[] = [];
  await fetchModel({ ...fixture.options, onProgress: (bytes) => done.push(bytes) });
  expect(content.equals(await readFile(fixture.paths.path))).toBe(true);
  expect(done.at(-1)).toBe(content.length);
  expect(fixture.server.requests).toEqual([{ path: '/tests/tiny/resolve/main/tiny.bin', from: 0 }]);
  await fetchModel(fixture.options);
  expect(fixture.server.requests).toHaveLength(1);
  expect((await readdir(fixture.paths.folder)).sort()).toEqual(['tiny.bin', 'tiny.bin.verified']);
});

test('a download that breaks repeatedly resumes where it stopped', async () => {
  const cut = serving(content, { cutAfter: 1_000_000 });
  await using fixture = await start(cut, status(503), cut, cut, serving(content));
  await fetchModel(fixture.options);
  const from = fixture.server.requests.map((request) => request.from);
  expect(from[0]).toBe(0);
  expect(from[1]).toBeGreaterThan(0);
  expect(from[2]).toBe(from[1]);
  expect(from.at(-1)).toBeGreaterThan(from[1] ?? 0);
  expect(isVerified(fixture.paths)).toBe(true);
});

test('fetchModel resumes the download of a killed process', async () => {
  await using fixture = await start(status(404), serving(content));
  await expect(fetchModel(fixture.options)).rejects.toThrow();
  await writeFile(fixture.paths.part, content.subarray(0, 2_000_000));
  await fetchModel(fixture.options);
  expect(fixture.server.requests.at(-1)?.from).toBe(2_000_000);
});

test('fetchModel downloads the whole file again from a server without range support', async () => {
  const stubborn = { ignoresRange: true };
  await using fixture = await start(
    serving(content, { ...stubborn, cutAfter: 1_000_000 }),
    serving(content, stubborn),
  );
  await fetchModel(fixture.options);
  expect(content.equals(await readFile(fixture.paths.path))).toBe(true);
});

test('fetchModel detects parts of two different files and downloads the whole file again', async () => {
  await using fixture = await start(
    serving(randomBytes(content.length), { cutAfter: 1_000_000 }),
    serving(content),
  );
  await fetchModel(fixture.options);
  expect(content.equals(await readFile(fixture.paths.path))).toBe(true);
  expect(fixture.server.requests.at(-1)?.from).toBe(0);
});

test('fetchModel refuses a wrong file of the right length and names both hashes', async () => {
  await using fixture = await start(serving(randomBytes(content.length)));
  const fault = await fetchModel(fixture.options).catch((error) => error);
  expect(fault).toMatchObject({ name: 'ModelError', kind: 'wrong_content' });
  expect(fault.message).toContain(fixture.paths.sha256);
  expect(fixture.server.requests).toHaveLength(2);
  expect(await readdir(fixture.paths.folder)).toEqual([]);
});

test('fetchModel fetches a damaged file once more, as a whole', async () => {
  const damaged = Buffer.from(content);
  damaged.writeUInt8(damaged.readUInt8(1_234_567) ^ 1, 1_234_567);
  await using fixture = await start(serving(damaged), serving(content));
  const damages: string[] = [];
  await fetchModel({ ...fixture.options, onDamage: (reason) => damages.push(reason) });
  expect(content.equals(await readFile(fixture.paths.path))).toBe(true);
  expect(fixture.server.requests.map(({ from }) => from)).toEqual([0, 0]);
  expect(damages).toEqual([expect.stringContaining('has the SHA-256')]);
});

test('fetchModel stops retrying a wrong file that always arrives in parts', async () => {
  const wrong = serving(randomBytes(content.length), { cutAfter: 2_000_000 });
  await using fixture = await start(wrong);
  await expect(fetchModel(fixture.options)).rejects.toMatchObject({ kind: 'wrong_content' });
});

test('fetchModel refuses a file of the wrong length before downloading it', async () => {
  await using fixture = await start(serving(randomBytes(1_000)));
  await expect(fetchModel(fixture.options)).rejects.toThrow(
    `has 1000 bytes where the model has ${content.length}`,
  );
});

test('fetchModel does not retry a refusal, and retries server errors a limited number of times', async () => {
  await using refusing = await start(status(403));
  await expect(fetchModel(refusing.options)).rejects.toMatchObject({ kind: 'refused' });
  expect(refusing.server.requests).toHaveLength(1);
  await using stumbling = await start(status(503, { 'retry-after': '0' }));
  await expect(fetchModel(stumbling.options)).rejects.toMatchObject({ kind: 'unreachable' });
  expect(stumbling.server.requests).toHaveLength(patience.tries);
});

test('fetchModel reports an unreachable server and a silent one', async () => {
  await using gone = await start(noServer);
  await gone.server[Symbol.asyncDispose]();
  await expect(fetchModel(gone.options)).rejects.toThrow('cannot be reached: ECONNREFUSED');
  await using silent = await start(() => {});
  const hasty = { ...patience, tries: 1, silenceMs: 50 };
  await expect(fetchModel({ ...silent.options, patience: hasty })).rejects.toThrow('went silent');
});

test('two concurrent callers download a model once', async () => {
  await using fixture = await start(serving(content), noServer);
  await Promise.all([fetchModel(fixture.options), fetchModel(fixture.options)]);
  expect(fixture.server.requests).toHaveLength(1);
});

test('fetchModel takes over the stale lock of a killed process', async () => {
  await using fixture = await start(status(404), serving(content));
  await expect(fetchModel(fixture.options)).rejects.toThrow();
  await writeFile(fixture.paths.lock, 'another process');
  const hasty = AbortSignal.timeout(600);
  await expect(fetchModel({ ...fixture.options, signal: hasty })).rejects.toThrow('timeout');
  const minuteAgo = new Date(Date.now() - 60_000);
  await utimes(fixture.paths.lock, minuteAgo, minuteAgo);
  await fetchModel(fixture.options);
  expect(isVerified(fixture.paths)).toBe(true);
});

test('fetchModel accepts a correct file placed by hand and replaces a wrong one', async () => {
  await using right = await start(noServer);
  await putModel(right.options.dataDir, model, content);
  await fetchModel(right.options);
  expect(isVerified(right.paths)).toBe(true);

  await using wrong = await start(serving(content));
  await putModel(wrong.options.dataDir, model, randomBytes(content.length));
  await fetchModel(wrong.options);
  expect(content.equals(await readFile(wrong.paths.path))).toBe(true);
});

test('fetchModel verifies a file again after it changed', async () => {
  await using fixture = await start(serving(content));
  await fetchModel(fixture.options);
  const { mtime } = await stat(fixture.paths.path);
  await writeFile(fixture.paths.path, randomBytes(content.length));
  await utimes(fixture.paths.path, mtime, new Date(mtime.getTime() + 5_000));
  expect(isVerified(fixture.paths)).toBe(false);
  await fetchModel(fixture.options);
  expect(content.equals(await readFile(fixture.paths.path))).toBe(true);
});

test('aborting a download keeps its part', async () => {
  await using fixture = await start(serving(content, { cutAfter: 1_000_000 }));
  const stop = new AbortController();
  const fetching = fetchModel({
    ...fixture.options,
    signal: stop.signal,
    onProgress: (bytes) => bytes > 0 && stop.abort(new Error('stopped by the test')),
  });
  await expect(fetching).rejects.toThrow('stopped by the test');
  expect((await stat(fixture.paths.part)).size).toBeGreaterThan(0);
  expect(await readdir(fixture.paths.folder)).toEqual(['tiny.bin.part']);
});

test('fetchModel reports a full disk and an unusable folder', async () => {
  await using fixture = await start(noServer);
  const huge = { ...model, files: [{ file: 'huge.bin', bytes: 2 ** 52, sha256: '' }] };
  const full = await fetchModel({ ...fixture.options, model: huge }).catch((error) => error);
  expect(full).toMatchObject({ kind: 'disk_full' });
  expect(full.message).toContain(fixture.paths.folder);
  expect(toDiskError(Object.assign(new Error('full'), { code: 'ENOSPC' }), '/somewhere')).toMatchObject({
    kind: 'disk_full',
  });
  await rm(fixture.paths.folder, { recursive: true });
  await writeFile(fixture.paths.folder, 'a file where the folder should be');
  const fault = await fetchModel(fixture.options).catch((error) => error);
  expect(fault).toBeInstanceOf(ModelError);
  expect(fault.kind).toBe('folder_unusable');
});

test('every known model has URLs and its own name, files and hashes', () => {
  const files = localModels.flatMap((each) => each.files);
  for (const known of ['file', 'sha256'] as const)
    expect(new Set(files.map((each) => each[known])).size).toBe(files.length);
  expect(new Set(localModels.map(({ name }) => name)).size).toBe(localModels.length);
  for (const { sha256 } of files) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  for (const url of localModels.flatMap((each) => modelUrls(each)))
    expect(url).toMatch(
      /^https:\/\/huggingface\.co\/[\w.-]+\/[\w.-]+\/resolve\/[0-9a-f]{40}\/(ggml-|(encoder|decoder|joiner)\.int8\.onnx$|tokens\.txt$)/,
    );
});
