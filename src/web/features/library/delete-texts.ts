import type { ListedTranscription } from '#contract/transcription-list.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { isUnderWay } from './list-cache.ts';

const noMinutesBack = 'Excluir não devolve os minutos do plano.';

/** What the dialog asks before it is done, in numbers that are right. */
export function deleteTexts(items: readonly ListedTranscription[]) {
  const [first] = items;
  const hasRunning = items.some(isUnderWay);
  if (items.length === 1 && first !== undefined) {
    const what = hasRunning
      ? `“${displayName(first)}” deixa de ser transcrita e sai da sua lista.`
      : `“${displayName(first)}” sai da sua lista.`;
    return { title: 'Excluir esta transcrição?', description: `${what} ${minutesNote([first])}`.trim() };
  }
  const what = hasRunning
    ? 'Elas saem da sua lista, e as que estão em andamento deixam de ser transcritas.'
    : 'Elas saem da sua lista.';
  return {
    title: `Excluir ${items.length} transcrições?`,
    description: `${what} ${minutesNote(items)}`.trim(),
  };
}

/** Examples and what failed have cost nothing. */
function minutesNote(items: readonly ListedTranscription[]) {
  const hasCost = items.some(
    ({ is_example, status }) => !is_example && status !== 'error' && status !== 'failed',
  );
  return hasCost ? noMinutesBack : '';
}
