import type { LanguageModel, Question } from '#server/adapters/language-model/language-model.ts';
import type { Deps } from '#server/deps.ts';
import { askWithRetry } from './ask-with-retry.ts';
import type { CitationChecker } from './check-citations.ts';
import { sanitizeMarkdown, withoutUnfinishedMarkup } from './sanitize-markdown.ts';
import { reportReading, type SummaryRow, updateSummary } from './summary-row.ts';

/** Fast enough to read along. Each write costs a row update and a notification to every process. */
const betweenWritesMs = 250;

/** Checking a long text costs more and must not block other requests, so rest this many times as long. */
const workShare = 8;

const cutShort = '\n\n*O modelo parou aqui: chegou ao maior tamanho de resposta que aceita.*';

type Writing = { deps: Pick<Deps, 'db' | 'now'>; model: LanguageModel; row: SummaryRow };

/** Sanitizes again after the check, because a removed citation may join text into new markup. */
function sanitizeAndCite(raw: string, check: CitationChecker, { isGrowing = false } = {}) {
  const { text, code } = sanitizeMarkdown(raw);
  const { text: linked, moments } = check(text, { code, isGrowing });
  return { text: sanitizeMarkdown(linked, { areMomentsOurs: true }).text.trim(), moments };
}

/** Writes the growing text to its row during streaming, already sanitized and with checked moments. */
export async function streamSummary(
  { deps, model, row }: Writing,
  question: Question,
  check: CitationChecker,
) {
  let writtenAtMs = 0;
  let writtenText = '';
  let restMs = betweenWritesMs;
  const onText = async (raw: string) => {
    if (Date.now() - writtenAtMs < restMs) return;
    const beganAtMs = performance.now();
    const { text } = sanitizeAndCite(withoutUnfinishedMarkup(raw), check, { isGrowing: true });
    restMs = Math.max(betweenWritesMs, (performance.now() - beganAtMs) * workShare);
    if (text === writtenText) return;
    // Await it, so that a model that is faster than the database does not outrun it.
    await updateSummary(deps, row, { text, stage: 'writing' });
    writtenText = text;
    writtenAtMs = Date.now();
  };
  const onWait = () => updateSummary(deps, row, { stage: 'waiting' });
  const {
    text: raw,
    isCut,
    usage,
  } = await askWithRetry(model, { ...question, onRead: reportReading(deps, row) }, { onText, onWait });
  const { text, moments } = sanitizeAndCite(raw.trim(), check);
  return { text: isCut ? text + cutShort : text, moments, usage };
}
