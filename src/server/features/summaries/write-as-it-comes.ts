import type { LanguageModel, Question } from '../../adapters/language-model/language-model.ts';
import type { Deps } from '../../deps.ts';
import { askPatiently } from './ask-patiently.ts';
import type { Checker } from './cite-moments.ts';
import { safeMarkdown, withoutLoosePart } from './safe-markdown.ts';
import { changeSummary, type SummaryRow } from './summary-row.ts';

/** Fast enough to read along; each costs a row and a word to every process. */
const betweenWritesMs = 250;

const cutShort = '\n\n*O modelo parou aqui: chegou ao maior tamanho de resposta que aceita.*';

type Writing = { deps: Pick<Deps, 'db' | 'now'>; model: LanguageModel; row: SummaryRow };

/** The text grows in its row while it is written, already safe and with its moments checked. */
export async function writeAsItComes({ deps, model, row }: Writing, question: Question, check: Checker) {
  await changeSummary(deps, row, { stage: 'writing' });
  let writtenAtMs = 0;
  let writtenText = '';
  const onText = async (raw: string) => {
    if (Date.now() - writtenAtMs < betweenWritesMs) return;
    const { text } = check(safeMarkdown(withoutLoosePart(raw)));
    if (text === writtenText) return;
    // Awaited, so that a model that is faster than the database does not outrun it.
    await changeSummary(deps, row, { text });
    writtenText = text;
    writtenAtMs = Date.now();
  };
  const { text: raw, isCut, usage } = await askPatiently(model, question, { onText });
  const { text, moments } = check(safeMarkdown(raw).trim());
  return { text: isCut ? text + cutShort : text, moments, usage };
}
