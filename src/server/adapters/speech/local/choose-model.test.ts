import { totalmem } from 'node:os';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { noSmallDiskBecause, smallDisk } from '#tests/helpers/small-disk.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { modelOf, putModel } from '#tests/speech/local-model.ts';
import { chooseModel } from './choose-model.ts';
import type { LocalModel } from './models.ts';

const content = Buffer.alloc(1_000);
const whisper = (name: string, label: string, changes: Partial<LocalModel> = {}) =>
  modelOf(content, { name, label, file: `${name}.bin`, memoryBytes: 1_000_000, ...changes });
const tiny = whisper('whisper-tiny', 'Whisper tiny');
const base = whisper('whisper-base', 'Whisper base', { memoryBytes: 2_000_000 });
const usual = whisper('parakeet', 'Parakeet', { memoryBytes: 3_000_000, kind: 'parakeet' });
/** More memory than any machine has. */
const huge = { memoryBytes: totalmem() + 1 };

type Choose = Readonly<{
  dataDir: string;
  smaller?: LocalModel[];
  isDefault?: boolean;
  isWorker?: boolean;
  /** The server of the models does not answer, and the sandbox may answer instead. */
  isOffline?: boolean;
}>;

const serverAway = { kind: 'server', reason: 'the server is away', detail: 'http://there is away' } as const;

async function choose(
  configured: LocalModel,
  { dataDir, smaller = [tiny, base], isDefault = true, isWorker = true, isOffline = false }: Choose,
) {
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push(line) });
  const models = [configured, ...smaller];
  const findSourceFault = isOffline ? async () => serverAway : undefined;
  const chosen = await chooseModel(configured, {
    dataDir,
    log,
    models,
    isDefault,
    isWorker,
    findSourceFault,
  });
  return { ...chosen, logged: logged.join('') };
}

test('a machine with enough memory and disk keeps its model', async () => {
  await using folder = await temporaryFolder();
  const { model, notice, logged } = await choose(usual, { dataDir: folder.path });
  expect([model, notice, logged]).toEqual([usual, undefined, '']);
});

test('a machine with too little memory for the default model takes the next smaller one and names both', async () => {
  await using folder = await temporaryFolder();
  const { model, notice, logged } = await choose({ ...usual, ...huge }, { dataDir: folder.path });
  expect(model.name).toBe('whisper-base');
  expect(notice).toMatch(
    /^Parakeet needs a machine with [\d.]+ GB of memory, and this one has [\d.]+ GB: Whisper base transcribes instead$/,
  );
  expect(logged).toContain(notice);
});

test('a machine with too little memory keeps the former model that it has', async () => {
  await using folder = await temporaryFolder();
  const former = whisper('parakeet', 'Former Parakeet', { kind: 'parakeet' });
  await putModel(folder.path, former, content);
  const configured = { ...usual, ...huge, folder: 'new', replaces: former };
  const { model, notice, fallback } = await choose(configured, { dataDir: folder.path });
  expect([model.label, fallback?.model.name]).toEqual(['Former Parakeet', 'whisper-base']);
  expect(notice).toMatch(/: Former Parakeet transcribes instead$/);
});

test('a model that its operator named stays, and the start names a smaller one', async () => {
  await using folder = await temporaryFolder();
  const { model, notice, logged } = await choose(
    { ...usual, ...huge },
    { dataDir: folder.path, isDefault: false },
  );
  expect(model.name).toBe('parakeet');
  expect(notice).toMatch(/GB, so recordings may fail: SPEECH_MODEL=local:whisper-base fits here$/);
  expect(logged).toContain(notice);
});

test('a machine that is too small for every model takes the smallest and says what is missing', async () => {
  await using folder = await temporaryFolder();
  const smaller = [
    { ...base, ...huge },
    { ...tiny, memoryBytes: totalmem() },
  ];
  const { model, notice } = await choose({ ...usual, ...huge }, { dataDir: folder.path, smaller });
  expect(model.name).toBe('whisper-tiny');
  expect(notice).toMatch(
    /^Parakeet needs .* GB; Whisper tiny needs .* GB, so recordings may fail: Whisper tiny transcribes instead$/,
  );
});

test.each([{ isOffline: false }, { isOffline: true }])(
  'a default model that is there stays on a machine with too little memory (%j)',
  async ({ isOffline }) => {
    await using folder = await temporaryFolder();
    await putModel(folder.path, usual, content);
    const { model, notice, lacks } = await choose({ ...usual, ...huge }, { dataDir: folder.path, isOffline });
    expect([model.name, lacks]).toEqual(['parakeet', undefined]);
    expect(notice).toMatch(/GB, so recordings may fail: SPEECH_MODEL=local:whisper-base fits here$/);
  },
);

test('a machine with too little memory takes a model that it has before a larger one that it must fetch', async () => {
  await using folder = await temporaryFolder();
  await putModel(folder.path, tiny, content);
  const { model, notice } = await choose({ ...usual, ...huge }, { dataDir: folder.path });
  expect(model.name).toBe('whisper-tiny');
  expect(notice).toMatch(/: Whisper tiny transcribes instead$/);
});

test('without the server of the default model, the largest Whisper that is there transcribes', async () => {
  await using folder = await temporaryFolder();
  const turbo = whisper('whisper-large-v3-turbo', 'Whisper turbo', { memoryBytes: 4_000_000 });
  const smaller = [tiny, base, turbo, whisper('whisper-medium', 'Whisper medium', huge)];
  for (const model of [tiny, turbo]) await putModel(folder.path, model, content);
  const { model, notice, logged } = await choose(usual, { dataDir: folder.path, smaller, isOffline: true });
  expect(model.name).toBe('whisper-large-v3-turbo');
  expect(notice).toBe('the server is away: Whisper turbo transcribes instead');
  expect(logged).toContain(serverAway.detail);
});

test('without the server, a Whisper that is there serves although its recordings may fail', async () => {
  await using folder = await temporaryFolder();
  const smaller = [tiny, { ...base, ...huge }];
  await putModel(folder.path, base, content);
  const { model, notice } = await choose(usual, { dataDir: folder.path, smaller, isOffline: true });
  expect(model.name).toBe('whisper-base');
  expect(notice).toMatch(/^the server is away; Whisper base needs .* so recordings may fail: /);
});

test('the sandbox answers only if nothing is there and nothing can be fetched, with each reason', async () => {
  await using folder = await temporaryFolder();
  const { lacks, notice } = await choose({ ...usual, ...huge }, { dataDir: folder.path, isOffline: true });
  expect(lacks).toEqual(serverAway);
  expect(notice).toMatch(/^Parakeet needs a machine .* GB; the server is away$/);
});

test.skipIf(await noSmallDiskBecause())(
  'a disk without room for the default model gets the next smaller one, unless the files are there',
  async () => {
    await using disk = await smallDisk({ megabytes: 70 });
    const large = { ...usual, files: [{ file: 'large.bin', bytes: 600_000_000, sha256: '00' }] };
    const middle = { ...base, files: [{ file: 'middle.bin', bytes: 200_000_000, sha256: '00' }] };
    const { model, notice, logged } = await choose(large, { dataDir: disk.path, smaller: [middle, tiny] });
    expect(model.name).toBe('whisper-tiny');
    expect(notice).toMatch(
      /^the disk of the speech models needs 5\d\d MB more for Parakeet: Whisper tiny transcribes instead$/,
    );
    expect(logged).toContain(`the disk of ${disk.path} needs`);
    // The models of Compose are on the disk of its workers.
    const web = await choose(large, { dataDir: disk.path, smaller: [middle, tiny], isWorker: false });
    expect([web.model.name, web.notice]).toEqual(['parakeet', undefined]);

    await disk.fillBut(4_000_000);
    await putModel(disk.path, usual, content);
    expect((await choose(usual, { dataDir: disk.path })).notice).toBeUndefined();
  },
);
