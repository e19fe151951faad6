import { and, desc, eq, ne } from 'drizzle-orm';
import type { SummaryList } from '#contract/summary.ts';
import type { Actor } from '../../actor.ts';
import { transcriptionSummaries } from '../../adapters/db/schema/summaries.ts';
import type { Deps } from '../../deps.ts';
import { ownTranscription } from '../transcriptions/watch/read-transcription.ts';
import { endStranded } from './end-stranded.ts';
import { presentSummary, progressOf, revisionOf } from './present-summary.ts';

/** More versions than anybody compares; older ones stay in the export of the account. */
const maxShown = 50;

export async function listSummaries(deps: Deps, actor: Actor, transcriptionId: string): Promise<SummaryList> {
  await ownTranscription(deps, actor, transcriptionId);
  await endStranded(deps, transcriptionId);
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
  const revision = await revisionOf(deps, transcriptionId);
  const running = rows.find(({ status }) => status === 'running');
  return {
    summaries: rows.filter(({ status }) => status === 'done').map((row) => presentSummary(row, revision)),
    running: running === undefined ? null : { prompt: running.prompt, progress: progressOf(running) },
    labels: { is_sandbox: deps.language?.isSandbox ?? false, model: deps.language?.name ?? null },
  };
}
