import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import type { Summary, SummaryProgress, summaryEventSchemas } from '#contract/summary.ts';
import type { Actor } from '../../actor.ts';
import { transcriptionSummaries } from '../../adapters/db/schema/summaries.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { notFoundTexts } from '../../errors/not-found-texts.ts';
import { summarySubject } from '../transcriptions/edit/end-summaries.ts';
import { heartbeatMs, openProgressSubscription } from '../transcriptions/watch/progress-subscription.ts';
import { findOwnTranscription } from '../transcriptions/watch/read-transcription.ts';
import { failStrandedSummary } from './generate-summary.ts';
import { presentSummary, readTranscriptRevision, summaryProgress } from './list-summaries.ts';
import type { SummaryRow } from './summary-row.ts';

type Schemas = typeof summaryEventSchemas;
export type SummaryEvent = {
  [Name in keyof Schemas]: { event: Name; data: z.output<Schemas[Name]> };
}[keyof Schemas];

/** At most three events a look, and ten a second. */
const betweenLooksMs = 300;
/** How often to look whether a worker still writes it. */
const checkMs = 5_000;

type Watch = {
  transcriptionId: string;
  /** The newest of the transcription, where none is named. */
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

/** How it ended, for who asked. */
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

type Watching = Pick<Deps, 'db' | 'progress' | 'queue' | 'now'>;
type Told = { text: string; progress: SummaryProgress | null } | undefined;

function newsOf(row: SummaryRow, told: Told): SummaryEvent[] {
  const progress = summaryProgress(row);
  const { text } = row;
  // Also where the text begins anew, or a sentence of it was changed by what came after.
  if (told === undefined || !text.startsWith(told.text))
    return [{ event: 'snapshot', data: { text, progress } }];
  const events: SummaryEvent[] = [];
  if (progress !== null && JSON.stringify(progress) !== JSON.stringify(told.progress))
    events.push({ event: 'progress', data: progress });
  const delta = text.slice(told.text.length);
  if (delta !== '') events.push({ event: 'text', data: { delta } });
  return events;
}

/** Follows one summary of one's own until it has ended. Undefined says only that the line is alive. */
export async function watchSummary(
  deps: Watching,
  actor: Actor,
  watch: Watch,
): Promise<AsyncGenerator<SummaryEvent | undefined>> {
  // Refused before the first byte: a stream that has begun can only break.
  await findOwnTranscription(deps, actor, watch.transcriptionId);
  await failStrandedSummary(deps, watch.transcriptionId);
  const { id } = await lookAt(deps, actor, watch);
  return follow(deps, actor, { ...watch, summaryId: id });
}

async function* follow(deps: Watching, actor: Actor, watch: Watch): AsyncGenerator<SummaryEvent | undefined> {
  const { transcriptionId, signal } = watch;
  const ear = openProgressSubscription(deps, summarySubject(transcriptionId), signal);
  let told: Told;
  let toldAtMs = Date.now();
  let checkedAtMs = Date.now();
  try {
    while (!signal.aborted) {
      const row = await lookAt(deps, actor, watch);
      // After the look: a deletion in between is told as one, and not as a fault of the summary.
      await findOwnTranscription(deps, actor, transcriptionId);
      const end = await endOf(deps, row);
      if (end !== undefined) return void (yield end);
      if (Date.now() - checkedAtMs >= checkMs) {
        await failStrandedSummary(deps, transcriptionId);
        checkedAtMs = Date.now();
      }
      const news = newsOf(row, told);
      yield* news;
      told = { text: row.text, progress: summaryProgress(row) };
      if (news.length > 0) toldAtMs = Date.now();
      else if (Date.now() - toldAtMs >= heartbeatMs) {
        yield undefined;
        toldAtMs = Date.now();
      }
      const nextAtMs = Math.min(toldAtMs + heartbeatMs, checkedAtMs + checkMs);
      await ear.wait({ atLeastMs: betweenLooksMs, heartbeatAtMs: nextAtMs });
    }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    yield refusal('not_found');
  } finally {
    ear.close();
  }
}

/** For a client that only wants the answer: waits until it is there. */
export async function awaitSummary(deps: Watching, actor: Actor, watch: Watch): Promise<Summary> {
  for await (const each of await watchSummary(deps, actor, watch)) {
    if (each?.event === 'finished') return each.data.summary;
    if (each?.event === 'failed') throw new AppError(each.data.code);
  }
  throw watch.signal.reason instanceof AppError ? watch.signal.reason : new AppError('shutting_down');
}
