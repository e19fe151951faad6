import { z } from 'zod';
import { segmentText } from './transcript.ts';

const maxPassages = 500;
const tooMany = `Envie no máximo ${maxPassages} trechos de cada vez.`;
const none = 'Escolha ao menos um trecho.';
const twice = 'Um trecho veio duas vezes. Recarregue a página e confira de novo.';

const passageId = z.number().int().min(0);

/** GET /transcribe/{id}/checks */
export const CheckedPassagesSchema = z.object({
  checked: z.array(passageId).describe('Os trechos cujo texto de agora foi conferido, na ordem do texto'),
  unheard: z
    .array(passageId)
    .describe('Dos conferidos, os que a pessoa decidiu por uma palavra igual, sem ouvir'),
  revision: z.number().int().describe('A revisão do texto a que os trechos pertencem'),
});
export type CheckedPassages = z.infer<typeof CheckedPassagesSchema>;

/** PATCH /transcribe/{id}/checks. Each confirmation names the text that the person saw. */
export const ChecksEditSchema = z
  .object({
    checked: z
      .array(
        z.object({
          id: passageId,
          text: segmentText,
          heard_ms: z
            .number()
            .int()
            .min(0)
            .default(0)
            .describe('Quanto do trecho tocou; 0: decidido por uma palavra igual, sem ouvir'),
        }),
      )
      .max(maxPassages, tooMany),
    unchecked: z.array(passageId).max(maxPassages, tooMany),
  })
  .superRefine(({ checked, unchecked }, { addIssue }) => {
    const ids = [...checked.map(({ id }) => id), ...unchecked];
    const refuse = (message: string) => addIssue({ code: 'custom', path: ['checked'], message });
    if (ids.length === 0) refuse(none);
    // With two texts, or with both lists, the server would have to guess the last wish.
    if (new Set(ids).size < ids.length) refuse(twice);
  });
export type ChecksEdit = z.infer<typeof ChecksEditSchema>;

export const ChecksEditedSchema = CheckedPassagesSchema.extend({
  refused: z.array(passageId).describe('Os trechos que têm outro texto ou não existem'),
});
export type ChecksEdited = z.infer<typeof ChecksEditedSchema>;
