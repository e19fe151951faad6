import { existsSync } from 'node:fs';
import { cp, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { isLong } from '#tests/helpers/long-tests.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { hum } from '#tests/speech/synthetic-sound.ts';
import { speakTones, standInModels } from '#tests/speech/tones.ts';
import type { Chunk } from '../../engine.ts';
import { openFolderEngine } from './folder-engine.ts';

function open(folder = standInModels, changes: { voiceModel?: string; idleMs?: number } = {}) {
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push(line) });
  const engine = openFolderEngine({ folder, log, threads: 1, ...changes });
  return { ...engine, logged: () => logged.join(''), [Symbol.asyncDispose]: () => engine.close() };
}

const chunk = (changes: Partial<Chunk> = {}): Chunk => ({
  pcm: new Int16Array(16_000),
  startMs: 0,
  language: 'pt',
  attempt: 'normal',
  ...changes,
});

/** A copy of the stand-in models that a test may damage. */
async function copiedModels() {
  const folder = await temporaryFolder({ name: 'modelo é aqui' });
  await cp(standInModels, folder.path, { recursive: true });
  return folder;
}

const longestErrorMs = 100;

test.each(['normal', 'careful'] as const)(
  'a %s attempt gives the known words with times relative to the file',
  async (attempt) => {
    const said = speakTones([
      500,
      'Bom dia, tudo bem? A reunião é sobre o contrato.',
      1_500,
      'Obrigado, Thainá.',
      300,
    ]);
    await using engine = open();
    await engine.prepare();
    const { segments } = await engine.transcribe(chunk({ pcm: said.pcm, startMs: 60_000, attempt }));
    expect(segments.map(({ text }) => text)).toEqual([
      'Bom dia, tudo bem?',
      'A reunião é sobre o contrato.',
      'Obrigado, Thainá.',
    ]);
    const words = segments.flatMap((segment) => segment.words ?? []);
    expect(words.map(({ text }) => text)).toEqual(said.words.map(({ text }) => text));
    for (const [at, { startMs, endMs, confidence }] of words.entries()) {
      expect(Math.abs(startMs - 60_000 - (said.words[at]?.startMs ?? 0))).toBeLessThanOrEqual(longestErrorMs);
      expect(Math.abs(endMs - 60_000 - (said.words[at]?.endMs ?? 0))).toBeLessThanOrEqual(longestErrorMs);
      expect(confidence).toBeGreaterThan(0.9);
    }
  },
);

test('quiet speech has less confidence, and silence, a hum or a click no word', async () => {
  await using engine = open();
  const { pcm } = speakTones(['Bom dia'], { level: 0.02 });
  const { segments } = await engine.transcribe(chunk({ pcm }));
  expect(segments[0]?.words?.map(({ text }) => text)).toEqual(['Bom', 'dia']);
  for (const { confidence = 1 } of segments[0]?.words ?? []) expect(confidence).toBeCloseTo(0.77, 1);
  for (const silent of [new Int16Array(0), new Int16Array(10), new Int16Array(48_000), hum(20), hum(4_000)])
    expect((await engine.transcribe(chunk({ pcm: silent }))).segments).toEqual([]);
  await expect(engine.transcribe(chunk({ pcm: new Int16Array(121 * 16_000) }))).rejects.toMatchObject({
    kind: 'too_big',
  });
});

const damages: [what: string, damage: (path: string) => Promise<void>, reason: string][] = [
  ['empty', (path) => truncate(path, 0), 'joiner.onnx of the speech model is empty'],
  ['cut', (path) => truncate(path, 100_000), 'joiner.onnx of the speech model is cut short'],
  [
    'foreign',
    (path) => writeFile(path, 'GIF89a is no model'),
    'joiner.onnx of the speech model is no ONNX file',
  ],
];

test.each(damages)(
  'a model file that is %s starts no process, and its repair is noticed',
  async (_, damage, reason) => {
    await using folder = await copiedModels();
    await damage(join(folder.path, 'joiner.onnx'));
    await using engine = open(folder.path);
    await expect(engine.prepare()).rejects.toMatchObject({ kind: 'temporary' });
    await expect(engine.transcribe(chunk())).rejects.toMatchObject({ kind: 'temporary' });
    expect(engine.pid()).toBeUndefined();
    expect(engine.readiness()).toMatchObject({
      state: 'unavailable',
      publicReason: expect.stringContaining(reason),
    });
    expect(engine.logged()).toContain(reason);
    await cp(join(standInModels, 'joiner.onnx'), join(folder.path, 'joiner.onnx'));
    await engine.prepare();
    await engine.transcribe(chunk());
    expect(engine.readiness()).toEqual({ state: 'ready' });
  },
);

test.each([
  [
    'that is a model of another kind',
    (folder: string) => cp(join(folder, 'joiner.onnx'), join(folder, 'encoder.onnx')),
    /the speech process ended \(code 255\): \S+/,
  ],
  [
    'with damaged weights',
    async (folder: string) => {
      // The outermost field of 160,000 bytes stays, and its content is no graph.
      const bytes = await readFile(join(folder, 'joiner.onnx'));
      await writeFile(join(folder, 'joiner.onnx'), bytes.fill(0xff, 200, 150_000));
    },
    /joiner\.onnx failed:Protobuf parsing failed/,
  ],
  [
    'with the wrong tokens',
    (folder: string) => writeFile(join(folder, 'tokens.txt'), 'a 0\nb 1\n'),
    /the speech process ended \(code 255\): \S+/,
  ],
])('a file %s ends only its process, with a reason and without a crash loop', async (_, damage, reason) => {
  await using folder = await copiedModels();
  await damage(folder.path);
  await using engine = open(folder.path);
  await engine.prepare();
  for (let tries = 1; tries <= 6; tries += 1)
    await expect(engine.transcribe(chunk())).rejects.toMatchObject({ name: 'SpeechError' });
  const starts = engine.logged().match(/the speech model could not be loaded/g);
  expect(starts).toHaveLength(2);
  expect(engine.logged()).toMatch(reason);
  expect(engine.readiness()).toMatchObject({
    state: 'unavailable',
    publicReason: expect.stringContaining('cannot be loaded'),
  });
});

test('a missing file or folder is named', async () => {
  await using folder = await temporaryFolder();
  await using nothing = open(join(folder.path, 'missing'));
  await expect(nothing.prepare()).rejects.toThrow('the folder of the speech model cannot be read');
  await using empty = open(folder.path);
  await expect(empty.prepare()).rejects.toThrow('the folder of the speech model has no encoder*.onnx');
});

test('a killed process loses only its chunk, and the next chunk gets a new process', async () => {
  await using engine = open();
  await engine.transcribe(chunk());
  const before = engine.pid() ?? 0;
  const lost = engine.transcribe(chunk({ pcm: speakTones([100_000, 'Bom dia']).pcm }));
  process.kill(before, 'SIGKILL');
  await expect(lost).rejects.toMatchObject({ kind: 'crashed' });
  expect((await engine.transcribe(chunk({ pcm: speakTones(['Bom dia']).pcm }))).segments).toHaveLength(1);
  expect(engine.pid()).not.toBe(before);
});

const never = new AbortController().signal;

test('a damaged voice model leaves the cuts to the level, and the engine works', async () => {
  await using folder = await copiedModels();
  const voiceModel = join(folder.path, 'voice.onnx');
  await writeFile(voiceModel, 'no model');
  await using engine = open(standInModels, { voiceModel });
  expect(await engine.findVoice?.(hum(1_000), never)).toBeUndefined();
  expect(engine.pid()).toBeUndefined();
  expect(engine.logged()).toContain('voice.onnx of the speech model is no ONNX file');
});

test('a foreign voice model ends its process at most twice', async () => {
  await using engine = open(standInModels, { voiceModel: join(standInModels, 'decoder.onnx') });
  for (let tries = 1; tries <= 4; tries += 1)
    expect(await engine.findVoice?.(hum(1_000), never)).toBeUndefined();
  expect(engine.logged().match(/speech process ready/g)).toHaveLength(2);
  expect((await engine.transcribe(chunk({ pcm: speakTones(['Bom dia.']).pcm }))).segments).toHaveLength(1);
});

test('a search for voice that lasts longer than the idle time keeps its process', async () => {
  await using engine = open(standInModels, { idleMs: 100 });
  const search = async (pcm: Int16Array) => engine.findVoice?.(pcm, never);
  expect(await search(hum(1_000))).toEqual([]);
  const long = hum(120_000);
  expect(await search(long)).toEqual([]);
  // The end of the first search starts no timer while the second runs.
  expect(await Promise.all([search(hum(1_000)), search(long)])).toEqual([[], []]);
});

const mostGrowthMegabytes = 40;

test.runIf(isLong && existsSync('/proc/self/status'))(
  'the memory of the process stays flat over 200 chunks',
  async () => {
    await using engine = open();
    const { pcm } = speakTones(['Bom dia.', 29_000]);
    const residentMegabytes = async () => {
      const status = await readFile(`/proc/${engine.pid()}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
    };
    const seen: number[] = [];
    for (let nth = 1; nth <= 200; nth += 1) {
      await engine.transcribe(chunk({ pcm }));
      if (nth % 40 === 0) seen.push(await residentMegabytes());
    }
    // The features of half a minute take 1.5 MB, so a leak would show 240.
    expect((seen.at(-1) ?? 0) - (seen[0] ?? 0)).toBeLessThan(mostGrowthMegabytes);
  },
  300_000,
);
