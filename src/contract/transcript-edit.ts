import { z } from 'zod';
import { typedName } from './text.ts';

export const maxSegmentTextLength = 20_000;

const segmentText = z
  .string()
  .max(maxSegmentTextLength)
  .overwrite((text) => text.replaceAll('\0', '').toWellFormed());

/**
 * PATCH /transcribe/{id}/text. A segment keeps its place on the clock; the times of its words follow from its new text.
 * One whose text is emptied stays, so that an undo finds it, and is left out wherever the text is shown or exported.
 */
export const TextEditSchema = z.object({
  revision: z.number().int().min(1).describe('A que a tela mostrava'),
  changes: z
    .array(
      z.object({
        id: z.number().int().min(0),
        text: segmentText.optional(),
        speaker: z.string().max(40).nullable().optional(),
      }),
    )
    .max(5_000),
  speaker_names: z.record(z.string().max(40), typedName().max(80)).optional(),
});
export type TextEdit = z.infer<typeof TextEditSchema>;

export const TextEditedSchema = z.object({ revision: z.number().int().min(1) });
