import type { CitationStyle, CitedBlock, CitedRun } from '#domain/citation/citation.ts';
import { escapeMarkdown } from '#domain/citation/markdown.ts';
import { documentName } from '#domain/transcript/transcription-name.ts';
import type { Actor } from '#server/actor.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { readMarks } from '#server/features/transcriptions/edit/marks.ts';
import { readTranscription } from '#server/features/transcriptions/read/read-transcription.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';
import { makeDocument } from './documents/make-document.ts';
import type { ExportedFile } from './export-transcript.ts';
import { exportFileName } from './file-name.ts';
import { type MarksDocument, toMarksDocument } from './marks-document.ts';

export const marksFormats = ['md', 'docx'] as const;
export type MarksFormat = (typeof marksFormats)[number];

const nothingMarked = 'Este texto não tem trechos marcados. Marque uma fala e baixe de novo.';

function markdownRun({ text, bold = false, italic = false }: CitedRun): string {
  const mark = bold ? '**' : italic ? '*' : '';
  return `${mark}${escapeMarkdown(text)}${mark}`;
}

const rowOf = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`;

function markdownBlock(block: CitedBlock): string {
  if (block.kind === 'table') {
    const [head = [], ...body] = block.rows;
    return [rowOf(head), `| ${head.map(() => '---').join(' | ')} |`, ...body.map(rowOf)].join('\n');
  }
  const text = block.runs.map(markdownRun).join('');
  return block.kind === 'text' ? text : `> ${text}`;
}

/** Two blocks of one quotation stay one. */
function markdownBlocks(blocks: readonly CitedBlock[]): string {
  return blocks
    .map((block, at) => {
      const isQuote = block.kind === 'quote' || block.kind === 'indented';
      const between = at === 0 ? '' : isQuote && blocks[at - 1]?.kind === block.kind ? '\n>\n' : '\n\n';
      return between + markdownBlock(block);
    })
    .join('');
}

/** A backslash at the end of a line keeps the line breaks of a note. */
const markdownAside = (text: string) =>
  text
    .split(/\r\n|[\r\n]/)
    .map(escapeMarkdown)
    .join('\\\n');

function toMarkdown({ title, warning, notes, entries }: MarksDocument): string {
  const parts = [
    ...(warning === null ? [] : [`**${escapeMarkdown(warning)}**`]),
    `# ${escapeMarkdown(title)}`,
    ...notes.map(escapeMarkdown),
    ...entries.flatMap(({ blocks, asides }) => [markdownBlocks(blocks), ...asides.map(markdownAside)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

type MarksRequest = { id: string; format: MarksFormat; style: CitationStyle };

/** Exports the marked passages as citations, for plans with documents. */
export async function exportMarks(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  actor: Actor,
  { id, format, style }: MarksRequest,
): Promise<ExportedFile> {
  const transcription = await readTranscription(deps, actor, id);
  const { hasTextExports } = await findEntitlements(deps.db, actor.userId);
  if (!hasTextExports) throw new AppError('plan_required');
  const { marks } = await readMarks(deps, actor, id);
  if (marks.length === 0) throw new AppError('conflict', { text: nothingMarked });
  const document = toMarksDocument(transcription, marks, { style, productName: deps.config.productName });
  const fileName = documentName({ ...transcription, title: null });
  const bare = transcription.title ?? fileName.replace(/\.[a-z0-9]{2,5}$/i, '');
  return {
    name: exportFileName({ title: `${bare} - trechos`, fileName, format }),
    body: format === 'md' ? toMarkdown(document) : await makeDocument({ format, marks: document }),
  };
}
