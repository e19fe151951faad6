import { and, eq, lt } from 'drizzle-orm';
import { hourMs, minuteMs } from '#domain/format/durations.ts';
import type { Actor } from '#server/actor.ts';
import { transcriptionSummaries } from '#server/adapters/db/schema/summaries.ts';
import { transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { requireWithinLimit } from '#server/features/limits/rate-limit.ts';
import { findOwnTranscription } from '#server/features/transcriptions/read/read-transcription.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';
import { runSummaryJob } from './run-summary.ts';

/** Much longer than the gap between a row and its job. */
const strandedAfterMs = minuteMs;

const isRunningSummary = (transcriptionId: string) =>
  and(
    eq(transcriptionSummaries.transcriptionId, transcriptionId),
    eq(transcriptionSummaries.status, 'running'),
  );

/** Fails a running summary without a job, which would keep its owner from requesting another. */
export async function failStrandedSummary(
  { db, queue, now, workLog }: Pick<Deps, 'db' | 'queue' | 'now' | 'workLog'>,
  transcriptionId: string,
): Promise<void> {
  const [silent] = await db
    .select({ id: transcriptionSummaries.id, engine: transcriptionSummaries.model })
    .from(transcriptionSummaries)
    .where(
      and(
        isRunningSummary(transcriptionId),
        lt(transcriptionSummaries.updatedAt, new Date(now().getTime() - strandedAfterMs)),
      ),
    );
  if (silent === undefined || (await queue.has(runSummaryJob, { summaryId: silent.id }))) return;
  const failed = await db
    .update(transcriptionSummaries)
    .set({ status: 'failed', error: 'summary_failed', finishedAt: now() })
    .where(and(eq(transcriptionSummaries.id, silent.id), eq(transcriptionSummaries.status, 'running')))
    .returning({ id: transcriptionSummaries.id });
  const { id: summaryId, engine } = silent;
  if (failed.length > 0) workLog.endLost({ work: 'summary', engine, summaryId, transcriptionId });
}

const maxPerHour = 40;
const planText = 'Resumos com IA fazem parte dos planos pagos.';
const tooManyText = 'Você gerou muitos resumos na última hora. Aguarde um pouco e tente novamente.';

type SummaryRequest = { transcriptionId: string; prompt: string };

async function running({ db }: Deps, transcriptionId: string) {
  const [row] = await db
    .select({ id: transcriptionSummaries.id, prompt: transcriptionSummaries.prompt })
    .from(transcriptionSummaries)
    .where(isRunningSummary(transcriptionId));
  return row;
}

async function begin(
  deps: Deps,
  actor: Actor,
  { transcriptionId, prompt }: SummaryRequest,
  revision: number,
) {
  const { language } = deps;
  if (language === undefined) throw new AppError('summaries_off');
  return deps.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(transcriptionSummaries)
      .values({
        transcriptionId,
        userId: actor.userId,
        prompt,
        model: language.name,
        isSandbox: language.isSandbox,
        revision,
        createdAt: deps.now(),
        updatedAt: deps.now(),
      })
      // Of two simultaneous clicks, the second finds the first one's row.
      .onConflictDoNothing()
      .returning({ id: transcriptionSummaries.id });
    if (made !== undefined)
      await deps.queue.send(runSummaryJob, { summaryId: made.id }, { tx, group: actor.userId });
    return made?.id;
  });
}

/** Starts a summary of the actor's transcription, or joins a running one with the same prompt. */
export async function generateSummary(deps: Deps, actor: Actor, request: SummaryRequest): Promise<string> {
  const { transcriptionId, prompt } = request;
  const { status } = await findOwnTranscription(deps, actor, transcriptionId);
  if (deps.language === undefined) throw new AppError('summaries_off');
  const { hasSummaries } = await findEntitlements(deps.db, actor.userId);
  if (!hasSummaries) throw new AppError('plan_required', { text: planText });
  const [kept] = await deps.db
    .select({ text: transcripts.text, revision: transcripts.revision })
    .from(transcripts)
    .where(eq(transcripts.transcriptionId, transcriptionId));
  if (status !== 'completed' || kept === undefined || kept.text.trim() === '')
    throw new AppError('nothing_to_summarize');
  await failStrandedSummary(deps, transcriptionId);
  const join = async () => {
    const found = await running(deps, transcriptionId);
    if (found !== undefined && found.prompt !== prompt) throw new AppError('summary_running');
    return found?.id;
  };
  const joined = await join();
  if (joined !== undefined) return joined;
  // Only new summaries count; joining one is free.
  const key = `${actor.userId}:summary`;
  const texts = { text: tooManyText };
  await requireWithinLimit(deps, { key, windowMs: hourMs, limit: 'summary', max: maxPerHour, texts });
  const made = (await begin(deps, actor, request, kept.revision)) ?? (await join());
  // The other summary ended between the two reads. It was requested at the same moment and answers both.
  if (made === undefined) throw new AppError('conflict');
  return made;
}
