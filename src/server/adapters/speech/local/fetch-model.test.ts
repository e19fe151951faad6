import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { type Answer, modelOf, modelServer, putModel, serving, status } from '#tests/speech/local-model.ts';
import { type FetchModel, fetchModel } from './fetch-model.ts';
import { isVerified, ModelError, modelPaths, toDiskError } from './model-files.ts';
import { localModels, modelUrl } from './models.ts';

const content = randomBytes(3_000_000);
const model = modelOf(content);
const patience = { tries: 3, firstPauseMs: 5, maxPauseMs: 20, silenceMs: 2_000 };
const signal = new AbortController().signal;

const noServer: Answer = () => {
  throw new Error('nobody should have been asked');
};

async function start(...answers: Answer[]) {
  const folder = await temporaryFolder({ name: 'coração e espaço' });
  const server = await modelServer(...answers);
  const place = modelPaths(folder.path, model);
  const options: FetchModel = { dataDir: folder.path, model, modelsUrl: server.url, patience, signal };
  return {
    server,
    place,
    options,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('a model is fetched once, checked, and found again without a network', async () => {
  await using fixture = await start(serving(content), noServer);
  const done: number[] = [];
  const path = await fetchModel({ ...fixture.options, onProgress: (bytes) => done.push(bytes) });
  expect(content.equals(await readFile(path))).toBe(true);
  expect(done.at(-1)).toBe(content.length);
  expect(fixture.server.asked).toEqual([{ path: '/tests/tiny/resolve/main/tiny.bin', from: 0 }]);
  expect(await fetchModel(fixture.options)).toBe(path);
  expect(fixture.server.asked).toHaveLength(1);
  expect((await readdir(fixture.place.folder)).sort()).toEqual(['tiny.bin', 'tiny.bin.verified']);
});

test('a download that is cut again and again goes on from where it was', async () => {
  const cut = serving(content, { cutAfter: 1_000_000 });
  await using fixture = await start(cut, status(503), cut, cut, serving(content));
  await fetchModel(fixture.options);
  const from = fixture.server.asked.map((request) => request.from);
  expect(from[0]).toBe(0);
  expect(from[1]).toBeGreaterThan(0);
  expect(from[2]).toBe(from[1]);
  expect(from.at(-1)).toBeGreaterThan(from[1] ?? 0);
  expect(isVerified(fixture.place, model)).toBe(true);
});

test('what a killed process had fetched is not fetched again', async () => {
  await using fixture = await start(status(404), serving(content));
  await expect(fetchModel(fixture.options)).rejects.toThrow();
  await writeFile(fixture.place.part, content.subarray(0, 2_000_000));
  await fetchModel(fixture.options);
  expect(fixture.server.asked.at(-1)?.from).toBe(2_000_000);
});

test('a server that knows no ranges sends everything anew, and the file is right', async () => {
  const stubborn = { ignoresRange: true };
  await using fixture = await start(
    serving(content, { ...stubborn, cutAfter: 1_000_000 }),
    serving(content, stubborn),
  );
  expect(content.equals(await readFile(await fetchModel(fixture.options)))).toBe(true);
});

test('pieces of two different files are noticed, and the right one is fetched whole', async () => {
  await using fixture = await start(
    serving(randomBytes(content.length), { cutAfter: 1_000_000 }),
    serving(content),
  );
  expect(content.equals(await readFile(await fetchModel(fixture.options)))).toBe(true);
  expect(fixture.server.asked.at(-1)?.from).toBe(0);
});

test('another file of the same length is refused with both hashes named', async () => {
  await using fixture = await start(serving(randomBytes(content.length)));
  const fault = await fetchModel(fixture.options).catch((error) => error);
  expect(fault).toMatchObject({ name: 'ModelError', kind: 'wrong_content' });
  expect(fault.message).toContain(model.sha256);
  expect(await readdir(fixture.place.folder)).toEqual([]);
});

test('a wrong file that always comes in pieces is not fetched for ever', async () => {
  const wrong = serving(randomBytes(content.length), { cutAfter: 2_000_000 });
  await using fixture = await start(wrong);
  await expect(fetchModel(fixture.options)).rejects.toMatchObject({ kind: 'wrong_content' });
});

test('a file of another length is refused before it is fetched', async () => {
  await using fixture = await start(serving(randomBytes(1_000)));
  await expect(fetchModel(fixture.options)).rejects.toThrow(
    `has 1000 bytes where the model has ${content.length}`,
  );
});

test('a server that says no is asked once, one that stumbles a few times, and neither for ever', async () => {
  await using refusing = await start(status(403));
  await expect(fetchModel(refusing.options)).rejects.toMatchObject({ kind: 'refused' });
  expect(refusing.server.asked).toHaveLength(1);
  await using stumbling = await start(status(503, { 'retry-after': '0' }));
  await expect(fetchModel(stumbling.options)).rejects.toMatchObject({ kind: 'unreachable' });
  expect(stumbling.server.asked).toHaveLength(patience.tries);
});

test('a server that is not there, and one that falls silent, end in a sentence', async () => {
  await using gone = await start(noServer);
  await gone.server[Symbol.asyncDispose]();
  await expect(fetchModel(gone.options)).rejects.toThrow('cannot be reached: ECONNREFUSED');
  await using silent = await start(() => {});
  const hasty = { ...patience, tries: 1, silenceMs: 50 };
  await expect(fetchModel({ ...silent.options, patience: hasty })).rejects.toThrow('fell silent');
});

test('two that want it at once fetch it once', async () => {
  await using fixture = await start(serving(content), noServer);
  await Promise.all([fetchModel(fixture.options), fetchModel(fixture.options)]);
  expect(fixture.server.asked).toHaveLength(1);
});

test('the lock of a process that was killed is taken over once nobody has touched it for long', async () => {
  await using fixture = await start(status(404), serving(content));
  await expect(fetchModel(fixture.options)).rejects.toThrow();
  await writeFile(fixture.place.lock, 'somebody');
  const hasty = AbortSignal.timeout(600);
  await expect(fetchModel({ ...fixture.options, signal: hasty })).rejects.toThrow('timeout');
  const minuteAgo = new Date(Date.now() - 60_000);
  await utimes(fixture.place.lock, minuteAgo, minuteAgo);
  await fetchModel(fixture.options);
  expect(isVerified(fixture.place, model)).toBe(true);
});

test('a file put there by hand is taken when it is right, and replaced when it is not', async () => {
  await using right = await start(noServer);
  await putModel(right.options.dataDir, model, content);
  await fetchModel(right.options);
  expect(isVerified(right.place, model)).toBe(true);

  await using wrong = await start(serving(content));
  await putModel(wrong.options.dataDir, model, randomBytes(content.length));
  await fetchModel(wrong.options);
  expect(content.equals(await readFile(wrong.place.path))).toBe(true);
});

test('a file that changed after it was checked is checked again', async () => {
  await using fixture = await start(serving(content));
  await fetchModel(fixture.options);
  const { mtime } = await stat(fixture.place.path);
  await writeFile(fixture.place.path, randomBytes(content.length));
  await utimes(fixture.place.path, mtime, new Date(mtime.getTime() + 5_000));
  expect(isVerified(fixture.place, model)).toBe(false);
  await fetchModel(fixture.options);
  expect(content.equals(await readFile(fixture.place.path))).toBe(true);
});

test('stopping it keeps what has come', async () => {
  await using fixture = await start(serving(content, { cutAfter: 1_000_000 }));
  const stop = new AbortController();
  const fetching = fetchModel({
    ...fixture.options,
    signal: stop.signal,
    onProgress: (bytes) => bytes > 0 && stop.abort(new Error('stopped by the test')),
  });
  await expect(fetching).rejects.toThrow('stopped by the test');
  expect((await stat(fixture.place.part)).size).toBeGreaterThan(0);
  expect(await readdir(fixture.place.folder)).toEqual(['tiny.bin.part']);
});

test('a disk without room and a folder that cannot be are named', async () => {
  await using fixture = await start(noServer);
  const huge = { ...model, bytes: 2 ** 52 };
  const full = await fetchModel({ ...fixture.options, model: huge }).catch((error) => error);
  expect(full).toMatchObject({ kind: 'disk_full' });
  expect(full.message).toContain(fixture.place.folder);
  expect(toDiskError(Object.assign(new Error('full'), { code: 'ENOSPC' }), '/somewhere')).toMatchObject({
    kind: 'disk_full',
  });
  await rm(fixture.place.folder, { recursive: true });
  await writeFile(fixture.place.folder, 'a file where the folder should be');
  const fault = await fetchModel(fixture.options).catch((error) => error);
  expect(fault).toBeInstanceOf(ModelError);
  expect(fault.kind).toBe('folder_unusable');
});

test('the known models have an address, and a name, a file and a hash of their own', () => {
  for (const known of ['name', 'file', 'sha256'] as const)
    expect(new Set(localModels.map((each) => each[known])).size).toBe(localModels.length);
  for (const each of localModels) {
    expect(each.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(modelUrl(each)).toMatch(
      /^https:\/\/huggingface\.co\/[\w.-]+\/[\w.-]+\/resolve\/[0-9a-f]{40}\/ggml-[\w.-]+$/,
    );
  }
});
