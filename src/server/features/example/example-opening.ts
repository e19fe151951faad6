import { readFile } from 'node:fs/promises';
import type { ExampleOpening } from '#contract/dashboard.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { unpackPeaks } from '#server/adapters/media/waveform-peaks.ts';
import { exampleFile, exampleTitle, readSpoken } from './example-recording.ts';

/** script/make-example cuts opening.mp3 here, in the pause after the first two turns. */
const openingMs = 20_000;

/** The sound is a file of its own, so that it ends with the text and loads on a slow line. */
export const readOpeningSound = () => readFile(exampleFile('opening.mp3'));

function turnsOf(segments: readonly StoredSegment[]): ExampleOpening['turns'] {
  const turns: ExampleOpening['turns'] = [];
  for (const segment of segments) {
    const { speaker = '' } = segment;
    const last = turns.at(-1);
    if (last?.speaker === speaker) last.segments.push(segment);
    else turns.push({ speaker, segments: [segment] });
  }
  return turns;
}

export async function readExampleOpening(): Promise<ExampleOpening> {
  const [{ segments }, packed] = await Promise.all([readSpoken(), readFile(exampleFile('peaks.bin'))]);
  const { perSecond, values } = unpackPeaks(packed);
  const peaks = values.subarray(0, (openingMs / 1_000) * perSecond);
  return {
    title: exampleTitle,
    duration_ms: openingMs,
    turns: turnsOf(segments.filter(({ end_ms }) => end_ms <= openingMs)),
    waveform: { per_second: perSecond, peaks: Buffer.from(peaks).toString('base64') },
  };
}
