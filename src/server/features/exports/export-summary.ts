import { and, eq } from 'drizzle-orm';
import type { Summary } from '#contract/summary.ts';
import { withoutOwnLinks } from '#domain/evidence/unproved-mark.ts';
import { formatMoment } from '#domain/format/dates.ts';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { testSummaryNote } from '#domain/transcript/test-text.ts';
import { documentName } from '#domain/transcript/transcription-name.ts';
import type { Actor } from '#server/actor.ts';
import { transcriptionSummaries } from '#server/adapters/db/schema/summaries.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { isSandboxEngine } from '#server/adapters/speech/engine.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { notFoundTexts } from '#server/errors/error-traits.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';
import { makeDocument } from './documents/make-document.ts';
import type { ExportedFile } from './export-transcript.ts';
import { exportFileName } from './file-name.ts';
import { plainText } from './plain-text.ts';
import type { SummaryDocument } from './summary-document.ts';
import { documentTitle } from './transcript.ts';

export const summaryFormats = ['md', 'docx', 'pdf'] as const;
export type SummaryFormat = (typeof summaryFormats)[number];

async function ownSummary({ db }: Pick<Deps, 'db'>, { userId }: Actor, id: string) {
  const [found] = await db
    .select({
      summary: transcriptionSummaries,
      title: transcriptions.title,
      fileName: transcriptions.fileName,
      recordedAt: transcriptions.createdAt,
      engine: transcriptions.engine,
    })
    .from(transcriptionSummaries)
    .innerJoin(transcriptions, eq(transcriptions.id, transcriptionSummaries.transcriptionId))
    .where(
      and(
        eq(transcriptionSummaries.id, id),
        eq(transcriptionSummaries.userId, userId),
        eq(transcriptionSummaries.status, 'done'),
        eq(transcriptions.isDeleted, false),
      ),
    );
  if (found === undefined) throw new AppError('not_found', { text: notFoundTexts.summary });
  return found;
}

/** The exported summary states which part of the recording it covers. */
function coverNotes(covers: Summary['covers'] | null): string[] {
  if (covers === null) return [];
  const { from_ms, to_ms, duration_ms, missing } = covers;
  const rangeLine = `Cobre ${formatTimestamp(from_ms)} a ${formatTimestamp(to_ms)} de ${formatTimestamp(duration_ms)}`;
  if (missing.length === 0) return [rangeLine];
  const holes = missing.map((hole) => `${formatTimestamp(hole.from_ms)} a ${formatTimestamp(hole.to_ms)}`);
  return [`${rangeLine}. Ficou de fora: ${holes.join(', ')}.`];
}

function markdownOf({ title, warning, notes, text }: SummaryDocument): string {
  const first = warning === null ? '' : `**${warning}**\n\n`;
  return `${first}# ${title}\n\n${notes.map((note) => `> ${note}`).join('\n>\n')}\n\n${withoutOwnLinks(text).trim()}\n`;
}

/** Exports a summary as a file, for plans with documents. */
export async function exportSummary(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { id, format }: { id: string; format: SummaryFormat },
): Promise<ExportedFile> {
  const { summary: row, title, fileName, recordedAt, engine } = await ownSummary(deps, actor, id);
  const { hasTextExports } = await findEntitlements(deps.db, actor.userId);
  if (!hasTextExports) throw new AppError('plan_required');
  const named = { title, file_name: fileName, created_at: recordedAt };
  const name = documentTitle(named);
  const by = row.isSandbox ? 'motor de teste, com frases da transcrição' : row.model;
  const summary: SummaryDocument = {
    title: `Resumo: ${name}`,
    warning: isSandboxEngine(engine) ? testSummaryNote : null,
    notes: [`${formatMoment(row.createdAt)} · ${plainText(by)}`, ...coverNotes(row.covers)],
    text: row.text,
    createdAt: row.createdAt.toISOString(),
    productName: deps.config.productName,
  };
  const bare = title ?? documentName(named).replace(/\.[a-z0-9]{2,5}$/i, '');
  return {
    name: exportFileName({ title: `${bare} - resumo`, fileName, format }),
    body: format === 'md' ? markdownOf(summary) : await makeDocument({ format, summary }),
  };
}
