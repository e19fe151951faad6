import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isVerified, modelPaths } from '#server/adapters/speech/local/model-files.ts';
import { localModels } from '#server/adapters/speech/local/models.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { noSmallDiskBecause, smallDisk } from '#tests/helpers/small-disk.ts';
import { startProcess } from '#tests/processes/start-process.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { modelServer } from '#tests/speech/local-model.ts';
import { defaultModel, putFormerModel, servingModel, standInFiles } from '#tests/speech/stand-in-model.ts';

type Output = Readonly<{ stdout: string; stderr: string; code?: number }>;
type Who = Readonly<{ cwd?: string; uid?: number; gid?: number }>;

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv, who: Who = {}) =>
  promisify(execFile)(program, args, {
    env: { PATH, HOME, NODE_COMPILE_CACHE, NODE_ENV: 'test', ...env },
    ...who,
  }).catch((error: Output) => error);

/** The script with the models of the product. */
const script = (dataDir: string, args: readonly string[], who?: Who) =>
  run('bash', [join(process.cwd(), 'script/models'), ...args], { DATA_DIR: dataDir }, who);

/** The same command with the small stand-ins. */
const withStandIns = (dataDir: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, ['tests/speech/run-models.ts', ...args], {
    DATA_DIR: dataDir,
    MODELS_URL: 'http://127.0.0.1:2',
    ...env,
  });

const failed = (sentence: string | RegExp) => ({
  code: 1,
  stdout: '',
  stderr: typeof sentence === 'string' ? `${sentence}\n` : expect.stringMatching(sentence),
});

const model = defaultModel();
const tiny = localModels.find(({ name }) => name === 'whisper-tiny');
const tinyFile = tiny?.files[0];
if (tiny === undefined || tinyFile === undefined) throw new Error('whisper-tiny is one file');

async function stickWithModel() {
  const folder = await temporaryFolder({ name: 'pen drive à mão' });
  await mkdir(join(folder.path, 'models/stand-in'), { recursive: true });
  for (const [name, content] of standInFiles)
    await writeFile(join(folder.path, 'models/stand-in', name), content);
  return { ...folder, models: join(folder.path, 'models') };
}

/** A stick with a file of this size, which holds only zeros. */
async function stickWithZeros(bytes: number) {
  const folder = await temporaryFolder();
  const path = join(folder.path, tinyFile?.file ?? '');
  await writeFile(path, '');
  await truncate(path, bytes);
  return { ...folder, file: path };
}

const readAll = (folder: string) =>
  Promise.all([...standInFiles.keys()].map((name) => readFile(join(folder, name))));

test('a stick carries a model from a machine with network to one without', async () => {
  await using server = await modelServer(servingModel());
  await using there = await temporaryFolder();
  await using stick = await temporaryFolder({ name: 'pen drive à mão' });
  await using here = await temporaryFolder();
  const fetched = await withStandIns(there.path, ['fetch'], { MODELS_URL: server.url });
  expect(fetched).toMatchObject({ stderr: '' });
  expect(fetched.stdout).toMatch(
    /^fetching the speech model Parakeet: 0 of 0 MB\n(.*\n)*parakeet is complete in .* \(Parakeet, made by a test\)\.\n$/,
  );
  await cp(join(there.path, 'models'), join(stick.path, 'models'), { recursive: true });

  const copied = await withStandIns(here.path, ['fetch', '--from', join(stick.path, 'models')]);
  expect(copied).toMatchObject({ stderr: '' });
  const paths = modelPaths(here.path, model);
  expect(isVerified(paths)).toBe(true);
  const contents = [...standInFiles.values()];
  expect(await readAll(paths.folder)).toEqual(contents);
  expect(await readAll(join(stick.path, 'models/stand-in'))).toEqual(contents);
  expect((await readdir(paths.folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect((await withStandIns(here.path, ['check'])).stdout).toBe(
    'parakeet is complete, and each file has its known SHA-256.\n',
  );
  const again = await withStandIns(here.path, ['fetch', '--from', '/nowhere', 'local:parakeet']);
  expect(again.stdout).toMatch(/^parakeet is complete/);
});

test.each([
  ['of one model', 'models/stand-in'],
  ['of a mirror', 'mirror'],
])('a folder %s also holds the model', async (_, name) => {
  await using stick = await stickWithModel();
  await using here = await temporaryFolder();
  const { repository, revision } = model;
  await cp(join(stick.models, 'stand-in'), join(stick.path, 'mirror', repository, 'resolve', revision), {
    recursive: true,
  });
  await withStandIns(here.path, ['fetch', '--from', join(stick.path, name)]);
  expect(isVerified(modelPaths(here.path, model))).toBe(true);
});

test('MODELS_URL may name the folder', async () => {
  await using stick = await stickWithModel();
  await using here = await temporaryFolder();
  await withStandIns(here.path, ['fetch'], { MODELS_URL: `file://${stick.models}` });
  expect(isVerified(modelPaths(here.path, model))).toBe(true);
});

test('a fetch continues the part of a fetch that broke', async () => {
  await using server = await modelServer(servingModel());
  await using here = await temporaryFolder();
  const paths = modelPaths(here.path, model);
  const joiner = paths.files.find(({ file }) => file === 'joiner.onnx');
  await mkdir(paths.folder, { recursive: true });
  await writeFile(joiner?.part ?? '', standInFiles.get('joiner.onnx')?.subarray(0, 100_000) ?? '');
  await withStandIns(here.path, ['fetch', 'parakeet'], { MODELS_URL: server.url });
  expect(server.requests.find(({ path }) => path.endsWith('joiner.onnx'))?.from).toBe(100_000);
  expect(isVerified(paths)).toBe(true);
});

longTest(
  'without network, the command names the way over a folder',
  async () => {
    await using here = await temporaryFolder();
    expect((await withStandIns(here.path, ['fetch'])).stderr).toMatch(
      /cannot be reached: ECONNREFUSED\. Without network, copy the model from a folder: script\/models fetch --from FOLDER\n$/,
    );
    const blocked = await withStandIns(here.path, ['fetch'], { MODELS_URL: 'file:///nowhere/models' });
    expect(blocked).toMatchObject(failed('there is no folder /nowhere/models'));
  },
  60_000,
);

test('a stopped fetch gives back its lock and keeps its part', async () => {
  await using server = await modelServer((_, response) => void response.write(Buffer.alloc(100)));
  await using here = await temporaryFolder();
  const environment = { NODE_ENV: 'test', DATA_DIR: here.path, MODELS_URL: server.url };
  await using fetching = startProcess(environment, 'tests/speech/run-models.ts', { args: ['fetch'] });
  const part = modelPaths(here.path, model).files[0]?.part ?? '';
  await expect
    .poll(() =>
      stat(part).then(
        ({ size }) => size,
        () => 0,
      ),
    )
    .toBe(100);
  fetching.child.kill('SIGINT');
  expect(await fetching.ended).toEqual({ code: 1, signal: null });
  expect(fetching.output()).toMatch(/\nStopped\. The next script\/models fetch continues\.\n$/);
  expect(await readdir(join(here.path, 'models'))).toEqual(['stand-in']);
});

test('a fresh clone without packages names script/bootstrap', async () => {
  await using clone = await temporaryFolder();
  await cp('script', join(clone.path, 'script'), { recursive: true });
  await cp('.node-version', join(clone.path, '.node-version'));
  expect(await run('bash', [join(clone.path, 'script/models'), 'list'], {})).toMatchObject(
    failed('The packages are missing; script/bootstrap sets up what this needs.'),
  );
});

test('a stopped copy says that it begins again', async () => {
  await using stick = await stickWithModel();
  await using here = await temporaryFolder();
  await mkdir(join(here.path, 'models'), { recursive: true });
  await writeFile(modelPaths(here.path, model).lock, 'a worker');
  const environment = { NODE_ENV: 'test', DATA_DIR: here.path };
  const args = ['fetch', '--from', stick.models];
  await using copying = startProcess(environment, 'tests/speech/run-models.ts', { args });
  await expect.poll(copying.output).toContain('waiting for its end');
  copying.child.kill('SIGINT');
  expect(await copying.ended).toEqual({ code: 1, signal: null });
  expect(copying.output()).toMatch(
    /\nStopped\. The next script\/models fetch begins the copy of this file again\.\n$/,
  );
});

test('a damaged stick leaves the part of a download', async () => {
  await using stick = await stickWithModel();
  await using here = await temporaryFolder();
  const { folder, files } = modelPaths(here.path, model);
  const joiner = files.find(({ file }) => file === 'joiner.onnx');
  const half = standInFiles.get('joiner.onnx')?.subarray(0, 100_000) ?? Buffer.alloc(0);
  await mkdir(folder, { recursive: true });
  await writeFile(joiner?.part ?? '', half);
  await writeFile(join(stick.models, 'stand-in/joiner.onnx'), Buffer.alloc(joiner?.bytes ?? 0));
  expect((await withStandIns(here.path, ['fetch', '--from', stick.models])).stderr).toMatch(
    /joiner\.onnx has the SHA-256/,
  );
  expect(half.equals(await readFile(joiner?.part ?? ''))).toBe(true);
  expect((await readdir(folder)).filter((name) => name.endsWith('.copy'))).toEqual([]);
});

test('a stick with another model names it, and the command for the machine with network', async () => {
  await using stick = await stickWithModel();
  await using here = await temporaryFolder();
  expect(await withStandIns(here.path, ['fetch', '--from', stick.models, 'whisper-small'])).toMatchObject(
    failed(
      / lacks tiny\.bin of Whisper small\. It holds parakeet\. On the machine with network, run script\/models fetch whisper-small\n$/,
    ),
  );
});

test('list shows the models of the product, and which one is configured and here', async () => {
  await using here = await temporaryFolder();
  await script(join(here.path, 'data'), ['list']);
  // A folder that root made would stop the server of another user.
  expect(await readdir(here.path)).toEqual([]);
  const empty = await script(here.path, ['list']);
  expect(empty).toMatchObject({ stderr: '' });
  expect(empty.stdout).toMatch(/^[ *] parakeet +670 MB +\d+ MB +CC BY 4\.0 +not here$/m);
  expect(empty.stdout).toMatch(/^ {2}whisper-tiny +32 MB +\d+ MB +MIT +not here$/m);
  expect(empty.stdout.split('\n').filter((line) => line.includes(' MB '))).toHaveLength(
    localModels.length + 1,
  );
  expect(empty.stdout).toMatch(/^ {2}speakers +33 MB +400 MB +MIT, CC BY 4\.0 +not here$/m);
  const { folder, files } = modelPaths(here.path, model);
  await using stick = await stickWithModel();
  await cp(join(stick.models, 'stand-in'), folder, { recursive: true });
  const stateOf = async () =>
    /^\* parakeet .* MIT +(.*)$/m.exec((await withStandIns(here.path, ['list'])).stdout)?.[1];
  expect(await stateOf()).toBe('here, not checked');
  expect((await readdir(folder)).some((name) => name.endsWith('.verified'))).toBe(false);
  expect((await withStandIns(here.path, ['list'])).stdout).toContain('* transcribes on this machine.');
  await withStandIns(here.path, ['check']);
  expect(await stateOf()).toBe('here');
  await rm(files.at(-1)?.path ?? '');
  expect(await stateOf()).toBe('0 of 0 MB, script/models fetch brings the rest');
});

longTest('check names each wrong file, and the next fetch replaces these alone', async () => {
  await using stick = await stickWithModel();
  await using here = await temporaryFolder();
  const { folder, files } = modelPaths(here.path, model);
  const fetchHere = () => withStandIns(here.path, ['fetch', '--from', stick.models]);
  expect(await withStandIns(here.path, ['check'])).toMatchObject(
    failed(`parakeet is not in ${folder}: script/models fetch parakeet brings it.`),
  );
  await fetchHere();
  const [tokens = '', joiner = '', decoder = ''] = files.map(({ path }) => path);
  await utimes(joiner, 1_000, 1_000);
  await withStandIns(here.path, ['check']);
  await rm(tokens);
  // As a failing disk does, without another size or time.
  await writeFile(joiner, Buffer.alloc(standInFiles.get('joiner.onnx')?.length ?? 0));
  await utimes(joiner, 1_000, 1_000);
  await truncate(decoder, 5);
  const found = await withStandIns(here.path, ['check', 'parakeet']);
  expect(found).toMatchObject({ code: 1, stdout: '' });
  expect(found.stderr.split('\n')).toEqual([
    `${tokens} is missing.`,
    expect.stringMatching(/joiner\.onnx has the SHA-256 [0-9a-f]{64} instead of [0-9a-f]{64}\.$/),
    `${decoder} has 5 bytes where the model has ${standInFiles.get('decoder.onnx')?.length}.`,
    'script/models fetch parakeet brings it.',
    '',
  ]);
  await fetchHere();
  expect((await withStandIns(here.path, ['check'])).stderr).toBe('');
});

longTest(
  'remove deletes the files of a model and of the one before it, unless a process fetches it',
  async () => {
    await using stick = await stickWithModel();
    await using here = await temporaryFolder();
    await putFormerModel(here.path);
    await withStandIns(here.path, ['fetch', '--from', stick.models]);
    const { folder, lock } = modelPaths(here.path, model);
    await writeFile(lock, 'a worker');
    expect(await withStandIns(here.path, ['remove', 'parakeet'])).toMatchObject(
      failed(`A running process fetches parakeet into ${folder}, so its files stay.`),
    );
    expect(await readdir(folder)).not.toEqual([]);
    await rm(lock);
    expect((await withStandIns(here.path, ['remove', 'parakeet'])).stdout).toBe('parakeet is removed.\n');
    expect(await readdir(join(here.path, 'models'))).toEqual([]);
    expect((await withStandIns(here.path, ['remove', 'parakeet'])).stdout).toBe('parakeet is not here.\n');
  },
);

test.each([
  [[], /^usage: script\/models list\n/],
  [['remove'], /^usage: /],
  [['fetch', '--from'], /^usage: /],
  [['fetch', 'parakeet', 'whisper-tiny'], /^usage: /],
  [['check', 'large'], /^There is no model "large"\. The models are: parakeet, whisper-tiny, .*\.\n$/],
])('script/models %j says in one sentence what is wrong', async (args, sentence) => {
  await using here = await temporaryFolder();
  expect(await script(here.path, args)).toMatchObject(failed(sentence));
});

test('a folder without the files, and a file of the wrong size or content are named', async () => {
  await using here = await temporaryFolder();
  await using empty = await temporaryFolder();
  const fetchFrom = (folder: string, who?: Who) =>
    script(here.path, ['fetch', '--from', folder, 'whisper-tiny'], who);
  const lacks = failed(
    `${empty.path} lacks ${tinyFile.file} of Whisper tiny. It holds no other model. On the machine with network, run script/models fetch whisper-tiny`,
  );
  expect(await fetchFrom(empty.path)).toMatchObject(lacks);
  // A folder is relative to the person who calls the script.
  expect(await fetchFrom('.', { cwd: empty.path })).toMatchObject(lacks);
  await using short = await stickWithZeros(1_000);
  expect(await fetchFrom(short.path)).toMatchObject(
    failed(`${short.file} has 1000 bytes where the model has ${tinyFile.bytes}`),
  );
  await using zeros = await stickWithZeros(tinyFile.bytes);
  const wrong = await fetchFrom(zeros.path);
  expect(wrong.stderr).toMatch(
    new RegExp(`^${zeros.file} has the SHA-256 [0-9a-f]{64} instead of ${tinyFile.sha256}\n$`),
  );
  expect(await readdir(join(here.path, 'models'))).toEqual([]);
});

const noSmallDisk = await noSmallDiskBecause();

test.skipIf(noSmallDisk !== undefined)('a full disk is named with the megabytes that it lacks', async () => {
  await using disk = await smallDisk({ megabytes: 80 });
  await using zeros = await stickWithZeros(tinyFile.bytes);
  const full = await script(disk.path, ['fetch', '--from', zeros.path, 'whisper-tiny']);
  expect(full).toMatchObject(failed(/^the disk of \S+\/models needs \d+ MB more for Whisper tiny\n$/));
});

/** Room for the reserve and Whisper tiny, but for no other model. */
const roomForTiny = { megabytes: 110 };

test.skipIf(noSmallDisk !== undefined)(
  'list names the smaller model that this disk has room for',
  async () => {
    await using disk = await smallDisk(roomForTiny);
    const { stdout } = await script(disk.path, ['list']);
    expect(stdout).toMatch(/^\* whisper-tiny /m);
    expect(stdout).toMatch(
      /^\* transcribes on this machine once script\/models fetch whisper-tiny has brought it: .*: Whisper tiny transcribes instead\.$/m,
    );
  },
);

/** Root may write everywhere, so a test as root runs the script as another user. */
const other: Who = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const cannotRun = 'code' in (await script('/', ['--help'], other));

test.skipIf(cannotRun)('a folder without permission is named', async () => {
  await using here = await temporaryFolder();
  await using zeros = await stickWithZeros(tinyFile.bytes);
  const { folder } = modelPaths(here.path, tiny);
  await mkdir(folder);
  await chmod(folder, 0o555);
  const blocked = await script(here.path, ['fetch', '--from', zeros.path, 'whisper-tiny'], other);
  expect(blocked).toMatchObject(failed(`the model's folder ${folder} cannot be written to (EACCES)`));
  await chmod(folder, 0o777);
  await chmod(zeros.file, 0o000);
  const unread = await script(here.path, ['fetch', '--from', zeros.path, 'whisper-tiny'], other);
  expect(unread).toMatchObject({ code: 1, stderr: `${zeros.file} cannot be read (EACCES)\n` });
});
