import type { Summary } from '#contract/summary.ts';
import type { SummaryRow } from './summary-row.ts';

export function presentSummary(row: SummaryRow): Summary {
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
  };
}

export const progressOf = ({ doneParts, totalParts, stage }: SummaryRow) =>
  totalParts === 0 ? null : { done_parts: doneParts, total_parts: totalParts, stage };
