import { type SummaryProgress, summaryEventSchemas } from '#contract/summary.ts';

/** A summary that is being written, as far as the page has heard. */
export type LiveSummary = Readonly<{ text: string; progress: SummaryProgress | undefined }>;

export const nothingYet: LiveSummary = { text: '', progress: undefined };

/** What it is after something was heard of it; the very same where the event says nothing of this. */
export function hearLive(live: LiveSummary, event: string, data: unknown): LiveSummary {
  if (event === 'snapshot') {
    const { text, progress } = summaryEventSchemas.snapshot.parse(data);
    return { text, progress: progress ?? undefined };
  }
  if (event === 'progress') return { ...live, progress: summaryEventSchemas.progress.parse(data) };
  if (event === 'text') return { ...live, text: live.text + summaryEventSchemas.text.parse(data).delta };
  return live;
}
