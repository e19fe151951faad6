import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Silence } from './find-silences.ts';
import { planChunks } from './plan-chunks.ts';

/** Alternating stretches of sound and silence. */
const recordings = fc
  .array(
    fc.record({
      soundMs: fc.integer({ min: 20, max: 60_000 }),
      silenceMs: fc.integer({ min: 200, max: 40_000 }),
      loudestDb: fc.integer({ min: -100, max: -20 }),
    }),
    { maxLength: 60 },
  )
  .map((turns) => {
    let atMs = 0;
    const silences: Silence[] = turns.map(({ soundMs, silenceMs, loudestDb }) => {
      const startMs = atMs + soundMs;
      atMs = startMs + silenceMs;
      return { startMs, endMs: atMs, loudestDb };
    });
    return { silences, endMs: atMs };
  });

const plans = fc
  .record({
    recording: recordings,
    tailMs: fc.integer({ min: 0, max: 200_000 }),
    targetMs: fc.integer({ min: 1_000, max: 120_000 }),
    moreMs: fc.integer({ min: 0, max: 120_000 }),
  })
  .map(({ recording, tailMs, targetMs, moreMs }) => ({
    durationMs: Math.max(1, recording.endMs + tailMs),
    silences: recording.silences,
    targetMs,
    maxMs: targetMs + moreMs,
  }));

test('the plan covers every millisecond once, and no chunk is too long for its engine', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const chunks = planChunks(plan);
      let atMs = 0;
      for (const { startMs, endMs, silent } of chunks) {
        expect(startMs).toBe(atMs);
        expect(endMs).toBeGreaterThan(startMs);
        expect(Number.isInteger(endMs)).toBe(true);
        if (!silent) expect(endMs - startMs).toBeLessThanOrEqual(plan.maxMs);
        atMs = endMs;
      }
      expect(atMs).toBe(plan.durationMs);
    }),
    { numRuns: 500 },
  );
});

test('the plan skips only long and quiet silences', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      for (const chunk of planChunks(plan).filter(({ silent }) => silent))
        expect(
          plan.silences.some(
            ({ startMs, endMs, loudestDb }) =>
              startMs <= chunk.startMs &&
              endMs >= chunk.endMs &&
              loudestDb <= -70 &&
              endMs - startMs >= 15_000,
          ),
        ).toBe(true);
    }),
  );
});

test('every cut lies in the middle of a pause if pauses are frequent enough', () => {
  const turns = fc.array(
    fc.record({
      soundMs: fc.integer({ min: 500, max: 4_000 }),
      silenceMs: fc.integer({ min: 200, max: 1_500 }),
    }),
    { minLength: 30, maxLength: 200 },
  );
  fc.assert(
    fc.property(turns, (pairs) => {
      let durationMs = 0;
      const silences = pairs.map(({ soundMs, silenceMs }) => {
        const startMs = durationMs + soundMs;
        durationMs = startMs + silenceMs;
        return { startMs, endMs: durationMs, loudestDb: -50 };
      });
      const middles = new Set(silences.map(({ startMs, endMs }) => Math.round((startMs + endMs) / 2)));
      const chunks = planChunks({ durationMs, silences, targetMs: 28_000, maxMs: 40_000 });
      for (const { endMs } of chunks.slice(0, -1)) expect(middles.has(endMs)).toBe(true);
      for (const { startMs, endMs } of chunks) expect(endMs - startMs).toBeGreaterThan(4_000);
    }),
  );
});

test('the plan cuts at the pause nearest to the target length', () => {
  const silences = [20_000, 27_000, 31_000, 39_000].map((startMs) => ({
    startMs,
    endMs: startMs + 1_000,
    loudestDb: -50,
  }));
  const [first] = planChunks({ durationMs: 90_000, silences, targetMs: 30_000, maxMs: 45_000 });
  expect(first).toEqual({ startMs: 0, endMs: 31_500, silent: false });
});

test('the plan skips minutes of silence and keeps its margins with the speech', () => {
  const silences = [{ startMs: 10_000, endMs: 200_000, loudestDb: -88 }];
  expect(planChunks({ durationMs: 210_000, silences, targetMs: 30_000, maxMs: 60_000 })).toEqual([
    { startMs: 0, endMs: 10_500, silent: false },
    { startMs: 10_500, endMs: 199_500, silent: true },
    { startMs: 199_500, endMs: 210_000, silent: false },
  ]);
});
