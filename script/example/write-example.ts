/** script/make-example runs this. It writes the example's sound, waveform and text into the product's sources. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { SegmentSchema } from '#contract/transcription.ts';
import { prepareAudio } from '#server/adapters/media/prepare-audio.ts';
import { probeMedia } from '#server/adapters/media/probe.ts';
import { packPeaks } from '#server/adapters/media/waveform-peaks.ts';

const [, , made = ''] = process.argv;
const targetFolder = fileURLToPath(new URL('../../src/server/features/example/recording/', import.meta.url));
await mkdir(targetFolder, { recursive: true });
const path = join(made, 'listen.mp3');
const { peaks, durationMs } = await prepareAudio({
  path,
  media: await probeMedia({ path }),
  folder: await mkdir(join(made, 'sound')).then(() => join(made, 'sound')),
});
const spoken: unknown = JSON.parse(await readFile(join(made, 'segments.json'), 'utf8'));
const segments = z.array(SegmentSchema).parse(spoken);
for (const name of ['listen.mp3', 'opening.mp3']) await copyFile(join(made, name), join(targetFolder, name));
await writeFile(join(targetFolder, 'peaks.bin'), packPeaks(peaks));
await writeFile(join(targetFolder, 'spoken.json'), `${JSON.stringify({ durationMs, segments })}\n`);
