import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noSmallDiskBecause, smallDisk } from '#tests/helpers/small-disk.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { type Answer, fileOf, modelOf, modelServer, serving, status } from '#tests/speech/local-model.ts';
import { type FetchModel, fetchModel } from './fetch-model.ts';
import { fetchedBytes, isVerified, modelPaths } from './model-files.ts';
import { bytesOf, type LocalModel } from './models.ts';

/** A model of four files. */

const contents = ['tokens.txt', 'joiner.onnx', 'decoder.onnx', 'encoder.onnx'].map(
  (name, at) => [name, randomBytes(300_000 * (at + 1))] as const,
);
const model: LocalModel = modelOf(Buffer.alloc(0), {
  folder: 'four-files',
  files: contents.map(([name, content]) => fileOf(name, content)),
});
const patience = { tries: 3, firstPauseMs: 5, maxPauseMs: 20, silenceMs: 2_000 };
const signal = new AbortController().signal;
const all = bytesOf(model);

/** Answers each file with its own list of answers, and repeats the last one. */
async function start(answers: (name: string, content: Buffer) => Answer[]) {
  const folder = await temporaryFolder({ name: 'coração e espaço' });
  const lists = new Map(contents.map(([name, content]) => [name, answers(name, content)]));
  const server = await modelServer((request, response) => {
    const list = lists.get(request.url?.split('/').at(-1) ?? '') ?? [];
    (list.length > 1 ? list.shift() : list[0])?.(request, response);
  });
  const options: FetchModel = { dataDir: folder.path, model, modelsUrl: server.url, patience, signal };
  return {
    server,
    paths: modelPaths(folder.path, model),
    options,
    requestsOf: (name: string) => server.requests.filter(({ path }) => path.endsWith(name)),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const names = contents.map(([name]) => name);

test('each file of a model resumes where its connection broke, with one progress over all', async () => {
  await using fixture = await start((_, content) => [
    serving(content, { cutAfter: Math.floor(content.length / 2) }),
    serving(content),
  ]);
  const done: number[] = [];
  await fetchModel({ ...fixture.options, onProgress: (bytes) => done.push(bytes) });
  for (const [name, content] of contents) {
    expect(content.equals(await readFile(join(fixture.paths.folder, name)))).toBe(true);
    const requests = fixture.requestsOf(name);
    expect(requests[0]?.from).toBe(0);
    expect(requests[1]?.from).toBeGreaterThan(0);
    expect(requests).toHaveLength(2);
  }
  expect(done.at(-1)).toBe(all);
  expect(done).toEqual([...done].sort((a, b) => a - b));
  expect(fetchedBytes(fixture.paths)).toBe(all);
  expect((await readdir(fixture.paths.folder)).sort()).toEqual(
    names.flatMap((name) => [name, `${name}.verified`]).sort(),
  );
});

test.each(names)(
  'a failed download of %s leaves the files before it, and the next try asks for the rest',
  async (broken) => {
    await using fixture = await start((name, content) =>
      name === broken ? [status(404), serving(content)] : [serving(content)],
    );
    await expect(fetchModel(fixture.options)).rejects.toMatchObject({ kind: 'refused' });
    expect(isVerified(fixture.paths)).toBe(false);
    await fetchModel(fixture.options);
    expect(isVerified(fixture.paths)).toBe(true);
    for (const name of names) expect(fixture.requestsOf(name)).toHaveLength(name === broken ? 2 : 1);
  },
);

test.each(names)('a wrong size or hash of %s is refused by name', async (wrong) => {
  for (const [size, says] of [
    [1_000, 'has 1000 bytes where the model has'],
    [undefined, 'has the SHA-256'],
  ] as const) {
    await using fixture = await start((name, content) => [
      serving(name === wrong ? randomBytes(size ?? content.length) : content),
    ]);
    const fault = await fetchModel(fixture.options).catch((error) => error);
    expect(fault).toMatchObject({ kind: 'wrong_content' });
    expect(fault.message).toContain(wrong);
    expect(fault.message).toContain(says);
    expect(isVerified(fixture.paths)).toBe(false);
  }
});

test.each(names)('only %s is fetched again after damage that keeps its size', async (damaged) => {
  await using fixture = await start((_, content) => [serving(content)]);
  await fetchModel(fixture.options);
  const path = join(fixture.paths.folder, damaged);
  const { size } = await stat(path);
  await writeFile(path, randomBytes(size));
  expect(isVerified(fixture.paths)).toBe(false);
  await fetchModel(fixture.options);
  for (const name of names) expect(fixture.requestsOf(name)).toHaveLength(name === damaged ? 2 : 1);
  await truncate(path, size - 1);
  expect(isVerified(fixture.paths)).toBe(false);
});

test('a second fetch waits for the lock of the whole model and makes no request', async () => {
  await using fixture = await start((_, content) => [serving(content)]);
  await Promise.all([fetchModel(fixture.options), fetchModel(fixture.options)]);
  expect(fixture.server.requests).toHaveLength(names.length);
});

test('the disk must hold all files before the first one is fetched', async () => {
  await using fixture = await start((_, content) => [serving(content)]);
  const [first, ...others] = model.files;
  if (first === undefined) throw new Error('the model has four files');
  const huge = { ...model, files: [first, ...others.map((file) => ({ ...file, bytes: 2 ** 50 }))] };
  await expect(fetchModel({ ...fixture.options, model: huge })).rejects.toMatchObject({ kind: 'disk_full' });
  expect(fixture.server.requests).toEqual([]);
});

const noSmallDisk = await noSmallDiskBecause();
/** The reserve of the fetch and the first three of the four files. */
const roomForThree = 67_108_864 + 1_900_000;

test.skipIf(noSmallDisk !== undefined)(
  'a full disk stops the fetch, and the next try continues once it has room',
  async () => {
    await using disk = await smallDisk({ megabytes: 80 });
    await using fixture = await start((_, content) => [serving(content)]);
    const options = { ...fixture.options, dataDir: disk.path };
    await disk.fillBut(roomForThree);
    const fault = await fetchModel(options).catch((error) => error);
    expect(fault).toMatchObject({ kind: 'disk_full' });
    expect(fault.message).toMatch(/needs \d+ MB more for Tiny/);
    expect(fixture.server.requests).toEqual([]);
    await disk.makeRoom();
    await fetchModel(options);
    expect(isVerified(modelPaths(disk.path, model))).toBe(true);
  },
);

test.skipIf(noSmallDisk !== undefined)(
  'a disk that fills up during the fetch keeps the files that are there',
  async () => {
    await using disk = await smallDisk({ megabytes: 80 });
    await using fixture = await start((name, content) => [
      (request, response) =>
        void (name === 'encoder.onnx' ? disk.fillBut(500_000) : Promise.resolve()).then(() =>
          serving(content)(request, response),
        ),
    ]);
    const options = { ...fixture.options, dataDir: disk.path };
    await expect(fetchModel(options)).rejects.toMatchObject({ kind: 'disk_full' });
    await disk.makeRoom();
    const paths = modelPaths(disk.path, model);
    const before = fetchedBytes(paths);
    expect(before).toBeGreaterThanOrEqual(all - (model.files.at(-1)?.bytes ?? 0));
    fixture.server.requests.length = 0;
    await expect(fetchModel(options)).rejects.toMatchObject({ kind: 'disk_full' });
    expect(fixture.server.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['encoder.onnx']);
  },
);
