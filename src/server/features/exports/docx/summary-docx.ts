import { AlignmentType, Document, Footer, HeadingLevel, Packer, PageNumber, Paragraph, TextRun } from 'docx';
import { type Block, type SummaryDocument, summaryBlocks } from '../summary-document.ts';

const soft = '6A645B';
const headings = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3] as const;
/** In twentieths of a point. */
const indentStep = 360;

function paragraphOf({ kind, level, mark, runs }: Block): Paragraph {
  const children = runs.map(({ text, bold, italic }) => new TextRun({ text, bold, italics: italic }));
  if (kind === 'heading') {
    const heading = headings[Math.min(level, headings.length) - 1] ?? HeadingLevel.HEADING_3;
    return new Paragraph({ heading, children, spacing: { before: 240, after: 120 } });
  }
  if (kind === 'item')
    return new Paragraph({
      children: [new TextRun(`${mark}\t`), ...children],
      indent: { left: indentStep * (level + 1), hanging: indentStep },
      tabStops: [{ type: 'left', position: indentStep * (level + 1) }],
      spacing: { after: 80 },
    });
  const indent = kind === 'quote' ? { indent: { left: indentStep } } : {};
  return new Paragraph({ children, spacing: { after: 160 }, ...indent });
}

const note = (text: string) =>
  new Paragraph({
    children: [new TextRun({ text, font: 'Arial', size: 17, color: soft })],
    spacing: { after: 120 },
  });

export function summaryDocx({ title, notes, text, productName }: SummaryDocument): Promise<Buffer> {
  const footer = new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.RIGHT,
        children: [
          new TextRun({
            children: ['Página ', PageNumber.CURRENT, ' de ', PageNumber.TOTAL_PAGES],
            font: 'Arial',
            size: 17,
            color: soft,
          }),
        ],
      }),
    ],
  });
  const heading = { font: 'Arial', bold: true };
  const document = new Document({
    title,
    creator: productName,
    lastModifiedBy: productName,
    styles: {
      default: {
        document: {
          run: { font: 'Georgia', size: 22, language: { value: 'pt-BR' } },
          paragraph: { spacing: { line: 336 } },
        },
        title: { run: { ...heading, size: 36 }, paragraph: { spacing: { after: 80 } } },
        heading1: { run: { ...heading, size: 30 } },
        heading2: { run: { ...heading, size: 26 } },
        heading3: { run: { ...heading, size: 23 } },
      },
    },
    sections: [
      {
        properties: { page: { size: { width: 11_906, height: 16_838 } } },
        footers: { default: footer },
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(title)] }),
          ...notes.map(note),
          ...summaryBlocks(text).map(paragraphOf),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}
