import { eq } from 'drizzle-orm';
import type { Summary } from '#contract/summary.ts';
import { transcripts } from '../../adapters/db/schema/transcriptions.ts';
import type { Deps } from '../../deps.ts';
import type { SummaryRow } from './summary-row.ts';

export async function revisionOf({ db }: Pick<Deps, 'db'>, transcriptionId: string): Promise<number> {
  const [kept] = await db
    .select({ revision: transcripts.revision })
    .from(transcripts)
    .where(eq(transcripts.transcriptionId, transcriptionId));
  return kept?.revision ?? 0;
}

/** `revision` is that of the transcript as it is now. */
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

export const progressOf = ({ doneParts, totalParts, stage }: SummaryRow) =>
  totalParts === 0 ? null : { done_parts: doneParts, total_parts: totalParts, stage };
