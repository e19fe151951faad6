import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import type { Summary, SummaryProgress, summaryEventSchemas } from '#contract/summary.ts';
import type { Actor } from '#server/actor.ts';
import { transcriptionSummaries } from '#server/adapters/db/schema/summaries.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { notFoundTexts } from '#server/errors/error-traits.ts';
import {
  heartbeatMs,
  openProgressSubscription,
} from '#server/features/transcriptions/read/progress-subscription.ts';
import { findOwnTranscription } from '#server/features/transcriptions/read/read-transcription.ts';
import { summarySubject } from '#server/features/transcriptions/run/transcription-status.ts';
import { failStrandedSummary } from './generate-summary.ts';
import { presentSummary, readTranscriptRevision, summaryProgress } from './list-summaries.ts';
import type { SummaryRow } from './summary-row.ts';

type Schemas = typeof summaryEventSchemas;
export type SummaryEvent = {
  [Name in keyof Schemas]: { event: Name; data: z.output<Schemas[Name]> };
}[keyof Schemas];

/** At most three events per poll, and ten a second. */
const betweenReadsMs = 300;
/** How often to check that a worker still writes the summary. */
const checkMs = 5_000;

type Watch = {
  transcriptionId: string;
  /** Defaults to the newest summary of the transcription. */
  summaryId?: string;
  signal: AbortSignal;
};

async function lookAt({ db }: Pick<Deps, 'db'>, actor: Actor, { transcriptionId, summaryId }: Watch) {
  const [row] = await db
    .select()
    .from(transcriptionSummaries)
    .where(
      and(
        eq(transcriptionSummaries.transcriptionId, transcriptionId),
        eq(transcriptionSummaries.userId, actor.userId),
        summaryId === undefined ? undefined : eq(transcriptionSummaries.id, summaryId),
      ),
    )
    .orderBy(desc(transcriptionSummaries.createdAt))
    .limit(1);
  if (row === undefined) throw new AppError('not_found', { text: notFoundTexts.summary });
  return row;
}

/** The final event, or undefined while the summary runs. */
async function endOf(deps: Pick<Deps, 'db'>, row: SummaryRow): Promise<SummaryEvent | undefined> {
  if (row.status === 'running') return undefined;
  if (row.status === 'done') {
    const summary = presentSummary(row, await readTranscriptRevision(deps, row.transcriptionId));
    return { event: 'finished', data: { summary } };
  }
  const { code, text } = new AppError(row.error ?? 'summary_failed');
  return { event: 'failed', data: { error: text, code } };
}

const refusal = (code: ErrorCode): SummaryEvent => ({
  event: 'failed',
  data: { error: new AppError(code).text, code },
});

type Watching = Pick<Deps, 'db' | 'progress' | 'queue' | 'now' | 'workLog'>;
type Sent = { text: string; progress: SummaryProgress | null } | undefined;

function newsOf(row: SummaryRow, sent: Sent): SummaryEvent[] {
  const progress = summaryProgress(row);
  const { text } = row;
  // Also if the text starts again, or later text changed an earlier sentence.
  if (sent === undefined || !text.startsWith(sent.text))
    return [{ event: 'snapshot', data: { text, progress } }];
  const events: SummaryEvent[] = [];
  if (progress !== null && JSON.stringify(progress) !== JSON.stringify(sent.progress))
    events.push({ event: 'progress', data: progress });
  const delta = text.slice(sent.text.length);
  if (delta !== '') events.push({ event: 'text', data: { delta } });
  return events;
}

/** Follows one summary of the actor until it ends. `undefined` is a heartbeat. */
export async function watchSummary(
  deps: Watching,
  actor: Actor,
  watch: Watch,
): Promise<AsyncGenerator<SummaryEvent | undefined>> {
  // Refuse before the first byte, because a started stream can only break.
  await findOwnTranscription(deps, actor, watch.transcriptionId);
  await failStrandedSummary(deps, watch.transcriptionId);
  const { id } = await lookAt(deps, actor, watch);
  return follow(deps, actor, { ...watch, summaryId: id });
}

async function* follow(deps: Watching, actor: Actor, watch: Watch): AsyncGenerator<SummaryEvent | undefined> {
  const { transcriptionId, signal } = watch;
  const subscription = openProgressSubscription(deps, summarySubject(transcriptionId), signal);
  let sent: Sent;
  let sentAtMs = Date.now();
  let checkedAtMs = Date.now();
  try {
    while (!signal.aborted) {
      const row = await lookAt(deps, actor, watch);
      // Check after the read, so that a deletion in between is not reported as a failed summary.
      await findOwnTranscription(deps, actor, transcriptionId);
      const end = await endOf(deps, row);
      if (end !== undefined) return void (yield end);
      if (Date.now() - checkedAtMs >= checkMs) {
        await failStrandedSummary(deps, transcriptionId);
        checkedAtMs = Date.now();
      }
      const news = newsOf(row, sent);
      yield* news;
      sent = { text: row.text, progress: summaryProgress(row) };
      if (news.length > 0) sentAtMs = Date.now();
      else if (Date.now() - sentAtMs >= heartbeatMs) {
        yield undefined;
        sentAtMs = Date.now();
      }
      const nextAtMs = Math.min(sentAtMs + heartbeatMs, checkedAtMs + checkMs);
      await subscription.wait({ atLeastMs: betweenReadsMs, heartbeatAtMs: nextAtMs });
    }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    yield refusal('not_found');
  } finally {
    subscription.close();
  }
}

/** For a client that wants only the result: waits until the summary is finished. */
export async function awaitSummary(deps: Watching, actor: Actor, watch: Watch): Promise<Summary> {
  for await (const each of await watchSummary(deps, actor, watch)) {
    if (each?.event === 'finished') return each.data.summary;
    if (each?.event === 'failed') throw new AppError(each.data.code);
  }
  throw watch.signal.reason instanceof AppError ? watch.signal.reason : new AppError('shutting_down');
}
