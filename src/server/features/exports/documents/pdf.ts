import { minuteMs } from '#domain/format/durations.ts';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { makePdf, type PageLayout } from '../pdf/page-layout.ts';
import { type SummaryDocument, summaryBlocks } from '../summary-document.ts';
import { documentNotes, type Paragraph, type TranscriptDocument } from '../transcript.ts';

/** A long recording gets a table of contents with entries this far apart. */
const outlineEveryMs = 10 * minuteMs;

function addParagraph(paper: PageLayout, paragraph: Paragraph, isNewVoice: boolean) {
  const { startMs, speaker, text, fileNames = [] } = paragraph;
  for (const fileName of fileNames) {
    paper.skip(7);
    paper.add('P', [{ text: fileName, face: 'strong' }]);
    paper.skip(3);
  }
  const name = speaker !== undefined && isNewVoice ? [{ text: speaker, face: 'strong' } as const] : [];
  paper.add('P', [...name, { text, face: 'text' }], formatTimestamp(startMs));
  paper.skip(7);
}

export function transcriptToPdf(transcript: TranscriptDocument): Promise<Buffer> {
  const { durationMs, paragraphs } = transcript;
  return makePdf(transcript, (paper, doc) => {
    paper.addHead(transcript, documentNotes(transcript));
    let marks = 1;
    for (const [at, paragraph] of paragraphs.entries()) {
      if (durationMs > outlineEveryMs * 2 && paragraph.startMs >= marks * outlineEveryMs) {
        doc.outline.addItem(formatTimestamp(paragraph.startMs));
        marks = Math.floor(paragraph.startMs / outlineEveryMs) + 1;
      }
      addParagraph(paper, paragraph, paragraph.speaker !== paragraphs[at - 1]?.speaker);
    }
  });
}

export function summaryToPdf(summary: SummaryDocument): Promise<Buffer> {
  const { notes, text } = summary;
  return makePdf({ ...summary, language: 'pt-BR' }, (paper) => {
    paper.addHead(summary, notes);
    for (const { kind, mark, runs } of summaryBlocks(text)) {
      const blockText = runs.map((run) => run.text).join('');
      if (kind === 'heading') {
        paper.skip(7);
        paper.add('P', [{ text: blockText, face: 'strong' }]);
      } else paper.add('P', [{ text: blockText, face: 'text' }], kind === 'item' ? mark : undefined);
      paper.skip(kind === 'item' ? 3 : 7);
    }
  });
}
