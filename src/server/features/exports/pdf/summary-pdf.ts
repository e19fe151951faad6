import PDFDocument from 'pdfkit';
import { type SummaryDocument, summaryBlocks } from '../summary-document.ts';
import { createPageLayout } from './page-layout.ts';
import { firstFontFile } from './typefaces.ts';

/** Laid out like a transcript: A4, tagged for screen readers, with embedded fonts. */
export function summaryPdf(summary: SummaryDocument): Promise<Buffer> {
  const { title, notes, text, createdAt, productName } = summary;
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    bufferPages: true,
    tagged: true,
    lang: 'pt-BR',
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
  paper.add('H1', [{ text: title, face: 'title' }]);
  for (const note of notes) paper.add('P', [{ text: note, face: 'small', ink: 'soft' }]);
  paper.skip(14);
  for (const { kind, mark, runs } of summaryBlocks(text)) {
    const said = runs.map((run) => run.text).join('');
    if (kind === 'heading') {
      paper.skip(7);
      paper.add('P', [{ text: said, face: 'strong' }]);
    } else if (kind === 'item') paper.add('P', [{ text: said, face: 'text' }], mark);
    else paper.add('P', [{ text: said, face: 'text' }]);
    paper.skip(kind === 'item' ? 3 : 7);
  }
  paper.number();
  doc.end();
  return ended;
}
