import PDFDocument from 'pdfkit';
import { minuteMs } from '#domain/format/durations.ts';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { documentSubtitle, type Paragraph, type Transcript } from '../transcript.ts';
import { createPageLayout, type PageLayout } from './page-layout.ts';
import { firstFontFile } from './typefaces.ts';

/** A long recording gets a table of contents with entries this far apart. */
const outlineEveryMs = 10 * minuteMs;

function addHead(paper: PageLayout, transcript: Transcript) {
  paper.add('H1', [{ text: transcript.title, face: 'title' }]);
  const lines = [
    documentSubtitle(transcript),
    ...(transcript.watermark === null ? [] : [transcript.watermark]),
  ];
  for (const text of lines) paper.add('P', [{ text, face: 'small', ink: 'soft' }]);
  paper.skip(14);
}

function addParagraph(paper: PageLayout, { startMs, speaker, text }: Paragraph, isNewVoice: boolean) {
  const beside = formatTimestamp(startMs);
  if (speaker !== undefined && isNewVoice)
    paper.add(
      'P',
      [
        { text: speaker, face: 'strong' },
        { text, face: 'text' },
      ],
      beside,
    );
  else paper.add('P', [{ text, face: 'text' }], beside);
  paper.skip(7);
}

/** A PDF of A4 pages, tagged for screen readers, with embedded fonts. */
export function transcriptPdf(transcript: Transcript): Promise<Buffer> {
  const { title, productName, language, createdAt, durationMs, paragraphs } = transcript;
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    bufferPages: true,
    tagged: true,
    lang: language,
    displayTitle: true,
    font: firstFontFile,
    info: { Title: title, Creator: productName, Producer: productName, CreationDate: new Date(createdAt) },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.once('end', () => resolve(Buffer.concat(chunks)));
    doc.once('error', reject);
  });
  const paper = createPageLayout(doc);
  addHead(paper, transcript);
  let marks = 1;
  for (const [at, paragraph] of paragraphs.entries()) {
    if (durationMs > outlineEveryMs * 2 && paragraph.startMs >= marks * outlineEveryMs) {
      doc.outline.addItem(formatTimestamp(paragraph.startMs));
      marks = Math.floor(paragraph.startMs / outlineEveryMs) + 1;
    }
    addParagraph(paper, paragraph, paragraph.speaker !== paragraphs[at - 1]?.speaker);
  }
  paper.number();
  doc.end();
  return ended;
}
