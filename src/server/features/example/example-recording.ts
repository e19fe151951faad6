import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { SegmentSchema } from '#contract/transcription.ts';

/** A file that script/make-example wrote. */
export const exampleFile = (name: string) => new URL(`recording/${name}`, import.meta.url);

const SpokenSchema = z.object({ durationMs: z.number(), segments: z.array(SegmentSchema) });

/** The title appears with every mention of the recording, so that no listener takes the voices for people. */
export const exampleTitle = 'Exemplo com vozes sintéticas: como gravar bem';

export const readSpoken = async () =>
  SpokenSchema.parse(JSON.parse(await readFile(exampleFile('spoken.json'), 'utf8')));
