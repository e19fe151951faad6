import { expect, test } from 'vitest';
import {
  type Mark,
  type MarkEdit,
  MarkEditSchema,
  type Marks,
  MarksSchema,
  maxNoteLetters,
  maxQuoteLetters,
} from './marks.ts';

const edit: MarkEdit = {
  quote: 'a prova de física',
  passage: 1,
  offset: 7,
  start_ms: 2_400,
  end_ms: 3_900,
  note: '',
};

const errorsOf = (change: Partial<Record<keyof MarkEdit, unknown>>) =>
  MarkEditSchema.safeParse({ ...edit, ...change }).error?.issues.map(({ message }) => message);

test('quote and note keep line breaks, emoji and direction marks, and lose NUL and lone surrogates', () => {
  const typed = 'uma 👩‍⚕️\r\n\tשָׁלוֹם \u202efim';
  const parsed = MarkEditSchema.parse({ ...edit, quote: ` \0${typed}\ud800 `, note: `${typed}\0\n` });
  expect(parsed).toEqual({ ...edit, quote: `${typed}\ufffd`, note: typed });
  // The server sends what it has stored, so the schema of the answer must change nothing more.
  const mark: Mark = { ...parsed, id: crypto.randomUUID(), created_at: '2026-11-28T12:00:00.000Z' };
  const marks: Marks = { marks: [mark] };
  expect(MarksSchema.parse(marks)).toEqual(marks);
});

test('a text without times has marks without times', () => {
  expect(MarkEditSchema.parse({ ...edit, start_ms: null, end_ms: null })).toMatchObject({ start_ms: null });
});

test('quote and note may have exactly the most letters', () => {
  const [quote, note] = ['a'.repeat(maxQuoteLetters), 'b'.repeat(maxNoteLetters)];
  expect(MarkEditSchema.parse({ ...edit, quote: ` ${quote} `, note: `${note}\n` })).toMatchObject({
    quote,
    note,
  });
});

test.each([
  [{ quote: ' \n\0' }, 'Selecione ao menos uma palavra para marcar.'],
  [{ quote: 'a'.repeat(maxQuoteLetters + 1) }, 'Um trecho marcado pode ter no máximo 20.000 letras.'],
  [{ note: 'a'.repeat(maxNoteLetters + 1) }, 'A nota pode ter no máximo 2.000 letras.'],
  [{ end_ms: null }, 'O trecho precisa do tempo do começo e do fim, ou de nenhum dos dois.'],
  [{ start_ms: null }, 'O trecho precisa do tempo do começo e do fim, ou de nenhum dos dois.'],
  [{ end_ms: 2_399 }, 'O fim do trecho não pode vir antes do começo.'],
])('the schema refuses %o with "%s"', (change, message) => {
  expect(errorsOf(change)).toEqual([message]);
});
