import { z } from 'zod';
import { typedText } from './text.ts';
import { maxSegmentTextLength } from './transcript.ts';

/** A mark may take a whole passage. */
export const maxQuoteLetters = maxSegmentTextLength;
export const maxNoteLetters = 2_000;

export const nothingMarked = 'Selecione ao menos uma palavra para marcar.';
const quoteTooLong = 'Um trecho marcado pode ter no máximo 20.000 letras.';
const noteTooLong = 'A nota pode ter no máximo 2.000 letras.';
const oneTimeOnly = 'O trecho precisa do tempo do começo e do fim, ou de nenhum dos dois.';
const endsTooEarly = 'O fim do trecho não pode vir antes do começo.';

/** PostgreSQL has no larger integer. */
const position = z.number().int().min(0).max(2_147_483_647);

const marked = {
  quote: typedText()
    .min(1, nothingMarked)
    .max(maxQuoteLetters, quoteTooLong)
    .describe('As palavras como eram quando foram marcadas'),
  passage: position.describe('O id do trecho do texto em que começa'),
  offset: position.describe('A sua primeira letra nesse trecho'),
  start_ms: position.nullable().describe('Vazio num texto sem tempos'),
  end_ms: position.nullable().describe('Vazio num texto sem tempos'),
  note: typedText().max(maxNoteLetters, noteTooLong).describe('Pode ser vazia'),
};

/** The words that a person has marked in a text, with a note. */
export const MarkSchema = z.object({ id: z.uuid(), ...marked, created_at: z.iso.datetime() });
export type Mark = z.infer<typeof MarkSchema>;

/** GET /transcribe/{id}/marks */
export const MarksSchema = z.object({ marks: z.array(MarkSchema).describe('Na ordem do texto') });
export type Marks = z.infer<typeof MarksSchema>;

const replaces = z
  .object({ note: typedText().max(maxNoteLetters, noteTooLong) })
  .optional()
  .describe(
    'A nota que esta mudança substitui. Se outra estiver guardada, nada muda. Sem isto, vale a última',
  );

/** PUT /transcribe/{id}/marks/{markId}. The client chooses the id, so that an undo can put a mark back. */
export const MarkEditSchema = z
  .object({ ...marked, replaces })
  .superRefine(({ start_ms, end_ms }, { addIssue }) => {
    const refuse = (message: string) => addIssue({ code: 'custom', path: ['end_ms'], message });
    if ((start_ms === null) !== (end_ms === null)) refuse(oneTimeOnly);
    if (start_ms !== null && end_ms !== null && end_ms < start_ms) refuse(endsTooEarly);
  });
export type MarkEdit = z.infer<typeof MarkEditSchema>;
