import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSilences } from './find-silences.ts';
import { createChunkPlanner, defaultSkipFromMs, type PlannedChunk, planChunks } from './plan-chunks.ts';
import { frameMs, quietestDb } from './sound-meter.ts';

/** Frame levels of alternating speech and pauses of any length. */
const recordings = fc
  .array(
    fc.record({
      talkMs: fc.integer({ min: 100, max: 90_000 }),
      pauseMs: fc.integer({ min: 100, max: 60_000 }),
      pauseDb: fc.integer({ min: 40, max: quietestDb }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((turns) => {
    const frames = (ms: number) => Math.round(ms / frameMs);
    return Uint8Array.from(
      turns.flatMap(({ talkMs, pauseMs, pauseDb }) => [
        ...new Array<number>(frames(talkMs)).fill(20),
        ...new Array<number>(frames(pauseMs)).fill(pauseDb),
      ]),
    );
  });

const cases = fc.record({
  levels: recordings,
  targetMs: fc.integer({ min: 5_000, max: 60_000 }),
  moreMs: fc.integer({ min: 0, max: 60_000 }),
  steps: fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 20 }),
});

type Recording = { levels: Uint8Array; targetMs: number; maxMs: number; steps: readonly number[] };

/** Plans like the pipeline: with as much sound as has arrived, and the rest at the end. */
function planAsItComes({ levels, targetMs, maxMs, steps }: Recording): PlannedChunk[] {
  const planner = createChunkPlanner({ targetMs, maxMs, startMs: 0 });
  const chunks: PlannedChunk[] = [];
  let step = 0;
  for (let frames = 0; frames < levels.length; step += 1) {
    frames = Math.min(levels.length, frames + (steps[step % steps.length] as number));
    chunks.push(...planner.advance(levels.subarray(0, frames)));
  }
  const durationMs = levels.length * frameMs;
  const silences = findSilences(levels);
  const rest = planChunks({ durationMs, silences, targetMs, maxMs, startMs: planner.endMs() });
  return [...chunks, ...rest];
}

test('the planner covers every millisecond once and never exceeds maxMs, however the sound arrives', () => {
  fc.assert(
    fc.property(cases, ({ levels, targetMs, moreMs, steps }) => {
      const maxMs = targetMs + moreMs;
      let atMs = 0;
      for (const { startMs, endMs, silent } of planAsItComes({ levels, targetMs, maxMs, steps })) {
        expect(startMs).toBe(atMs);
        expect(endMs).toBeGreaterThan(startMs);
        expect(Number.isInteger(endMs)).toBe(true);
        if (!silent) expect(endMs - startMs).toBeLessThanOrEqual(maxMs);
        atMs = endMs;
      }
      expect(atMs).toBe(levels.length * frameMs);
    }),
    { numRuns: 150 },
  );
});

test('the speed at which sound arrives does not change the plan', () => {
  fc.assert(
    fc.property(cases, ({ levels, targetMs, moreMs, steps }) => {
      const maxMs = targetMs + moreMs;
      const plan = { levels, targetMs, maxMs };
      expect(planAsItComes({ ...plan, steps })).toEqual(planAsItComes({ ...plan, steps: [50] }));
    }),
    { numRuns: 80 },
  );
});

test('the planner marks only silence as silent', () => {
  fc.assert(
    fc.property(cases, ({ levels, targetMs, moreMs, steps }) => {
      const chunks = planAsItComes({ levels, targetMs, maxMs: targetMs + moreMs, steps });
      for (const { startMs, endMs, silent } of chunks)
        if (silent) {
          const heard = levels.subarray(Math.ceil(startMs / frameMs), Math.floor(endMs / frameMs));
          expect(Math.min(...heard)).toBeGreaterThanOrEqual(70);
        }
    }),
    { numRuns: 150 },
  );
});

test('a resumed plan continues with the same chunks', () => {
  const talk = Uint8Array.from({ length: (600 * 1_000) / frameMs }, (_, frame) =>
    frame % 400 < 380 ? 20 : 80,
  );
  const limits = { targetMs: 30_000, maxMs: 60_000 };
  const whole = createChunkPlanner({ ...limits, startMs: 0 });
  const all = whole.advance(talk);
  const again = createChunkPlanner({ ...limits, startMs: all[4]?.endMs ?? 0 });
  expect(all.length).toBeGreaterThan(10);
  expect(again.advance(talk)).toEqual(all.slice(5));
});

test('the planner skips long silence in pieces and leaves its margins to the speech', () => {
  const seconds = (count: number, level: number) => new Array<number>((count * 1_000) / frameMs).fill(level);
  const levels = Uint8Array.from([...seconds(20, 20), ...seconds(300, quietestDb), ...seconds(200, 20)]);
  const planner = createChunkPlanner({ targetMs: 30_000, maxMs: 60_000, startMs: 0 });
  const silent = planner.advance(levels).filter((chunk) => chunk.silent);
  expect(silent[0]?.startMs).toBe(20_500);
  const silentMs = silent.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  expect(silentMs).toBeGreaterThan(299_000 - defaultSkipFromMs);
});
