import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import type { SpeechEngine } from '#server/adapters/speech/engine.ts';
import { seededRandom } from '#tests/helpers/seeded-random.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { uploadRecording } from '#tests/helpers/upload-recording.ts';
import { wavFile } from '#tests/speech/sandbox-speech.ts';
import { standInModels } from '#tests/speech/tones.ts';
import { bestCut, createCutMover } from './move-cuts.ts';
import { prepareSound } from './prepare-sound.ts';

const run = promisify(execFile);
const never = new AbortController().signal;

test('a cut within a pause stays, and another moves to the middle of a long and near pause', () => {
  const stretch = { startMs: 50_000, endMs: 70_000 };
  const voice = [
    { startMs: 0, endMs: 4_000 },
    { startMs: 4_400, endMs: 11_000 },
    { startMs: 12_000, endMs: 19_900 },
  ];
  expect(bestCut(61_900, voice, stretch)).toBe(61_900);
  expect(bestCut(60_500, voice, stretch)).toBe(61_500);
  expect(bestCut(55_000, voice, stretch)).toBe(61_500);
  expect(bestCut(60_000, [{ startMs: 0, endMs: 20_000 }], stretch)).toBe(60_000);
  expect(bestCut(60_000, [], stretch)).toBe(60_000);
});

const plans = fc
  .array(fc.record({ lastsMs: fc.integer({ min: 12_500, max: 120_000 }), silent: fc.boolean() }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((drafts) => {
    let atMs = 0;
    return drafts.map(({ lastsMs, silent }) => {
      const startMs = atMs;
      atMs += lastsMs;
      return { startMs, endMs: atMs, silent };
    });
  });
const gaps = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 10 });

test('moved cuts keep the number of chunks, every millisecond, and the silence', async () => {
  await fc.assert(
    fc.asyncProperty(plans, gaps, fc.integer({ min: 1, max: 20 }), async (plan, lengths, batch) => {
      const moveCuts = createCutMover(
        {
          limits: { targetMs: 60_000, maxMs: 120_000, parallel: 1 },
          // Voice and gaps take turns.
          findVoice: async (pcm) => {
            const spans = [];
            let atMs = 0;
            for (const [at, gapMs] of lengths.entries()) {
              const endMs = Math.min(atMs + 1_000 + at * 500, pcm.length / 16);
              if (endMs > atMs) spans.push({ startMs: atMs, endMs });
              atMs = endMs + gapMs;
            }
            return spans;
          },
        },
        { startMs: 0, slice: async (startMs, endMs) => new Int16Array((endMs - startMs) * 16) },
      );
      const moved = [];
      for (let from = 0; from < plan.length; from += batch)
        moved.push(
          ...(await moveCuts(plan.slice(from, from + batch), {
            fixedCuts: [plan.at(-1)?.endMs ?? 0],
            signal: never,
          })),
        );
      expect(moved).toHaveLength(plan.length);
      let atMs = 0;
      for (const [at, { startMs, endMs, silent }] of moved.entries()) {
        expect(startMs).toBe(atMs);
        expect(endMs).toBeGreaterThan(startMs);
        if (silent) expect(startMs).toBeGreaterThanOrEqual(plan[at]?.startMs ?? 0);
        if (silent) expect(endMs).toBeLessThanOrEqual(plan[at]?.endMs ?? 0);
        atMs = endMs;
      }
      expect(atMs).toBe(plan.at(-1)?.endMs);
    }),
  );
});

type Spoken = { durationMs: number; segments: { words: { start_ms: number; end_ms: number }[] }[] };
const example = new URL('../../example/recording/', import.meta.url);

/** Four minutes of known speech in noise that fills its pauses. */
async function speechInNoise() {
  const { durationMs, segments } = JSON.parse(
    await readFile(new URL('spoken.json', example), 'utf8'),
  ) as Spoken;
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      fileURLToPath(new URL('listen.mp3', example)),
      '-f',
      's16le',
      '-ar',
      '16000',
      '-ac',
      '1',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: 10_000_000 },
  );
  const once = new Int16Array(new Uint8Array(stdout).buffer).subarray(0, durationMs * 16);
  const random = seededRandom(7);
  const pcm = Int16Array.from({ length: 2 * once.length }, (_, at) =>
    Math.max(-32_768, Math.min(32_767, (once[at % once.length] ?? 0) + (random() * 2 - 1) * 5_000)),
  );
  const words = [0, durationMs].flatMap((fromMs) =>
    segments.flatMap((segment) =>
      segment.words.map(({ start_ms, end_ms }) => ({ startMs: fromMs + start_ms, endMs: fromMs + end_ms })),
    ),
  );
  return { pcm, words };
}

test('the shipped voice model finds the pauses of speech in noise, where the level tears words', async () => {
  const { pcm, words } = await speechInNoise();
  await using product = await startTestProduct({ ROLES: 'web', SPEECH_MODEL: `local:${standInModels}` });
  const user = await signedInUser(product);
  const cutsBy = async (speech: SpeechEngine) => {
    const id = await uploadRecording(product, user.token, wavFile(pcm));
    const [row] = await product.deps.db.select().from(transcriptions).where(eq(transcriptions.id, id));
    if (row === undefined) throw new Error('no such recording');
    await using sound = await prepareSound({ ...product.deps, speech }, row, never);
    const cuts: number[] = [];
    for (let chunk = await sound.nextChunk(never); chunk !== undefined; chunk = await sound.nextChunk(never))
      cuts.push(chunk.endMs);
    expect(cuts.length).toBeGreaterThan(2);
    return cuts.slice(0, -1);
  };
  const torn = (cuts: readonly number[]) =>
    cuts.filter((cut) => words.some(({ startMs, endMs }) => startMs + 50 < cut && cut < endMs - 50));
  const { findVoice: _, ...byLevel } = product.deps.speech;
  expect(torn(await cutsBy(byLevel))).not.toEqual([]);
  expect(torn(await cutsBy(product.deps.speech))).toEqual([]);
}, 60_000);
