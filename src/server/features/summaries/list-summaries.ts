import { and, desc, eq, ne } from 'drizzle-orm';
import type { Summary, SummaryList } from '#contract/summary.ts';
import type { Actor } from '#server/actor.ts';
import { transcriptionSummaries } from '#server/adapters/db/schema/summaries.ts';
import { transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { findOwnTranscription } from '#server/features/transcriptions/read/read-transcription.ts';
import { failStrandedSummary } from './generate-summary.ts';
import type { SummaryRow } from './summary-row.ts';

export async function readTranscriptRevision(
  { db }: Pick<Deps, 'db'>,
  transcriptionId: string,
): Promise<number> {
  const [kept] = await db
    .select({ revision: transcripts.revision })
    .from(transcripts)
    .where(eq(transcripts.transcriptionId, transcriptionId));
  return kept?.revision ?? 0;
}

/** `revision` is the transcript's current one. */
export function presentSummary(row: SummaryRow, revision: number): Summary {
  const { createdAt, finishedAt, covers } = row;
  return {
    id: row.id,
    prompt: row.prompt,
    text: row.text,
    model: row.model,
    is_sandbox: row.isSandbox,
    created_at: createdAt.toISOString(),
    seconds: finishedAt === null ? 0 : Math.max(0, finishedAt.getTime() - createdAt.getTime()) / 1_000,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    covers: covers ?? { from_ms: 0, to_ms: 0, duration_ms: 0, missing: [] },
    moments: row.moments,
    text_changed: revision > row.revision,
  };
}

export const summaryProgress = ({ doneParts, totalParts, partPercent, stage }: SummaryRow) =>
  totalParts === 0
    ? null
    : { done_parts: doneParts, total_parts: totalParts, part_percent: partPercent, stage };

/** No user compares more versions. The account export contains the older ones. */
const maxShown = 50;

export async function listSummaries(deps: Deps, actor: Actor, transcriptionId: string): Promise<SummaryList> {
  await findOwnTranscription(deps, actor, transcriptionId);
  await failStrandedSummary(deps, transcriptionId);
  const rows = await deps.db
    .select()
    .from(transcriptionSummaries)
    .where(
      and(
        eq(transcriptionSummaries.transcriptionId, transcriptionId),
        ne(transcriptionSummaries.status, 'failed'),
      ),
    )
    .orderBy(desc(transcriptionSummaries.createdAt))
    .limit(maxShown);
  const revision = await readTranscriptRevision(deps, transcriptionId);
  const running = rows.find(({ status }) => status === 'running');
  return {
    summaries: rows.filter(({ status }) => status === 'done').map((row) => presentSummary(row, revision)),
    running: running === undefined ? null : { prompt: running.prompt, progress: summaryProgress(running) },
    labels: { is_sandbox: deps.language?.isSandbox ?? false, model: deps.language?.name ?? null },
  };
}
