import type { LanguageModel, Question } from '../../adapters/language-model/language-model.ts';
import type { Deps } from '../../deps.ts';
import { askWithRetry } from './ask-with-retry.ts';
import type { CitationChecker } from './check-citations.ts';
import { sanitizeMarkdown, withoutUnfinishedMarkup } from './sanitize-markdown.ts';
import { type SummaryRow, updateSummary } from './summary-row.ts';

/** Fast enough to read along; each costs a row and a word to every process. */
const betweenWritesMs = 250;

/** A long text costs more to check, and must not take the process from everybody else. */
const workShare = 8;

const cutShort = '\n\n*O modelo parou aqui: chegou ao maior tamanho de resposta que aceita.*';

type Writing = { deps: Pick<Deps, 'db' | 'now'>; model: LanguageModel; row: SummaryRow };

/** Looked through again after the check: what it takes out may have stood in the middle of something else. */
function sanitizeAndCite(raw: string, check: CitationChecker) {
  const { text, code } = sanitizeMarkdown(raw);
  const { text: linked, moments } = check(text, code);
  return { text: sanitizeMarkdown(linked, { areMomentsOurs: true }).text.trim(), moments };
}

/** The text grows in its row while it is written, already safe and with its moments checked. */
export async function streamSummary(
  { deps, model, row }: Writing,
  question: Question,
  check: CitationChecker,
) {
  await updateSummary(deps, row, { stage: 'writing' });
  let writtenAtMs = 0;
  let writtenText = '';
  let restMs = betweenWritesMs;
  const onText = async (raw: string) => {
    if (Date.now() - writtenAtMs < restMs) return;
    const beganAtMs = performance.now();
    const { text } = sanitizeAndCite(withoutUnfinishedMarkup(raw), check);
    restMs = Math.max(betweenWritesMs, (performance.now() - beganAtMs) * workShare);
    if (text === writtenText) return;
    // Awaited, so that a model that is faster than the database does not outrun it.
    await updateSummary(deps, row, { text, stage: 'writing' });
    writtenText = text;
    writtenAtMs = Date.now();
  };
  const onWait = () => updateSummary(deps, row, { stage: 'waiting' });
  const { text: raw, isCut, usage } = await askWithRetry(model, question, { onText, onWait });
  const { text, moments } = sanitizeAndCite(raw.trim(), check);
  return { text: isCut ? text + cutShort : text, moments, usage };
}
