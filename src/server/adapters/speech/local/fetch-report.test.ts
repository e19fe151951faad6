import { pino } from 'pino';
import { expect, test } from 'vitest';
import { modelOf } from '#tests/speech/local-model.ts';
import { createFetchReport, type ModelProgress } from './fetch-report.ts';

/** A model of 640 MB, of which a second brings 4 MB. */
function open() {
  const model = modelOf(Buffer.alloc(0), { files: [{ file: 'a.bin', bytes: 640_000_000, sha256: '' }] });
  const logged: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => logged.push(JSON.parse(line).msg) });
  const seen: (ModelProgress | undefined)[] = [];
  let atMs = 0;
  const report = createFetchReport({
    model,
    log,
    onProgress: (progress) => seen.push(progress),
    nowMs: () => atMs,
  });
  const fetch = (from: number, to: number) => {
    for (let done = from; done <= to; done += 4_000_000) {
      report.onProgress(done);
      atMs += 1_000;
    }
  };
  return { report, logged, seen, fetch };
}

test('the log has the start of a fetch and each tenth with the time left', () => {
  const { report, logged, seen, fetch } = open();
  report.onStart(0);
  fetch(0, 640_000_000);
  expect(logged).toEqual([
    'fetching the speech model Tiny: 0 of 640 MB',
    'fetching the speech model Tiny: 64 of 640 MB, 3 min left',
    'fetching the speech model Tiny: 128 of 640 MB, 3 min left',
    'fetching the speech model Tiny: 192 of 640 MB, 2 min left',
    'fetching the speech model Tiny: 256 of 640 MB, 2 min left',
    'fetching the speech model Tiny: 320 of 640 MB, 2 min left',
    'fetching the speech model Tiny: 384 of 640 MB, 2 min left',
    'fetching the speech model Tiny: 448 of 640 MB, 48 s left',
    'fetching the speech model Tiny: 512 of 640 MB, 32 s left',
    'fetching the speech model Tiny: 576 of 640 MB, 16 s left',
  ]);
  expect(seen.at(-1)).toMatchObject({ doneBytes: 640_000_000, totalBytes: 640_000_000 });
  report.end();
  expect(seen.at(-1)).toBeUndefined();
});

test('a resumed fetch counts only its own bytes for the time left', () => {
  const { report, logged, fetch } = open();
  report.onStart(320_000_000);
  fetch(320_000_000, 400_000_000);
  expect(logged).toEqual([
    'fetching the speech model Tiny: 320 of 640 MB',
    'fetching the speech model Tiny: 384 of 640 MB, 2 min left',
  ]);
});

test('after damage the log repeats the tenths, with the time since the damage', () => {
  const { report, logged, fetch } = open();
  report.onStart(64_000_000);
  fetch(64_000_000, 640_000_000);
  report.onDamage('https://example.com/a.bin has the SHA-256 of another file');
  logged.length = 0;
  fetch(0, 128_000_000);
  expect(logged).toEqual([
    'fetching the speech model Tiny: 64 of 640 MB, 3 min left',
    'fetching the speech model Tiny: 128 of 640 MB, 3 min left',
  ]);
});
