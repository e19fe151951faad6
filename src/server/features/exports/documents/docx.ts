import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  type ISectionOptions,
  type IStylesOptions,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
} from 'docx';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { type Block, type SummaryDocument, summaryBlocks } from '../summary-document.ts';
import { documentNotes, type Paragraph as Said, type TranscriptDocument } from '../transcript.ts';

/** Sizes are in half points. The reader's own fonts are used, because a DOCX is meant to be edited. */
const titleRun = { font: 'Arial', size: 36, bold: true };
export const smallRun = { font: 'Arial', size: 17, color: '6A645B' };

type Content = {
  facts: { title: string; productName: string; language: string };
  styles?: IStylesOptions;
  /** The style of the page number. */
  footerStyle?: string;
  children: ISectionOptions['children'];
};

/** Makes an A4 document for Word and LibreOffice with numbered pages. */
export function makeDocx({ facts, styles, footerStyle, children }: Content): Promise<Buffer> {
  const { title, productName, language } = facts;
  const pageNumber = new TextRun({
    children: ['Página ', PageNumber.CURRENT, ' de ', PageNumber.TOTAL_PAGES],
    ...smallRun,
  });
  const footer = new Paragraph({
    alignment: AlignmentType.RIGHT,
    ...(footerStyle && { style: footerStyle }),
    children: [pageNumber],
  });
  const document = new Document({
    title,
    creator: productName,
    lastModifiedBy: productName,
    styles: {
      ...styles,
      default: {
        document: {
          run: { font: 'Georgia', size: 22, language: { value: language } },
          paragraph: { spacing: { line: 336 } },
        },
        title: { run: titleRun, paragraph: { spacing: { after: 80 } } },
        ...styles?.default,
      },
    },
    sections: [
      {
        properties: { page: { size: { width: 11_906, height: 16_838 } } },
        footers: { default: new Footer({ children: [footer] }) },
        children,
      },
    ],
  });
  return Packer.toBuffer(document);
}

export const headOf = ({ title, warning }: Pick<TranscriptDocument, 'title' | 'warning'>) => [
  ...(warning === null ? [] : [new Paragraph({ children: [new TextRun({ text: warning, bold: true })] })]),
  new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(title)] }),
];

function speechOf({ startMs, speaker, text, fileNames = [] }: Said): Paragraph[] {
  const files = fileNames.map(
    (fileName) => new Paragraph({ style: 'File', children: [new TextRun(fileName)] }),
  );
  const name = speaker === undefined ? [] : [new TextRun({ text: `${speaker}: `, bold: true })];
  const time = new TextRun({ text: `${formatTimestamp(startMs)} `, style: 'Time' });
  return [...files, new Paragraph({ style: 'Speech', children: [time, ...name, new TextRun(text)] })];
}

/** Its named styles let a reader change the look in one place. */
export function transcriptToDocx(transcript: TranscriptDocument): Promise<Buffer> {
  const note = (text: string) => new Paragraph({ style: 'Note', children: [new TextRun(text)] });
  return makeDocx({
    facts: transcript,
    footerStyle: 'Note',
    styles: {
      paragraphStyles: [
        {
          id: 'Note',
          name: 'Nota',
          basedOn: 'Normal',
          run: smallRun,
          paragraph: { spacing: { after: 240 } },
        },
        {
          id: 'File',
          name: 'Arquivo',
          basedOn: 'Normal',
          quickFormat: true,
          run: { font: 'Arial', size: 23, bold: true },
          // Word keeps the name on the page of the first words.
          paragraph: { spacing: { before: 240, after: 80 }, keepNext: true },
        },
        {
          id: 'Speech',
          name: 'Fala',
          basedOn: 'Normal',
          quickFormat: true,
          paragraph: { spacing: { after: 160 } },
        },
      ],
      characterStyles: [{ id: 'Time', name: 'Tempo', run: smallRun }],
    },
    children: [
      ...headOf(transcript),
      ...documentNotes(transcript).map(note),
      ...transcript.paragraphs.flatMap(speechOf),
    ],
  });
}

const headings = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3] as const;
/** In twentieths of a point. */
const indentStep = 360;

function blockOf({ kind, level, mark, runs }: Block): Paragraph {
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

export function summaryToDocx(summary: SummaryDocument): Promise<Buffer> {
  const note = (text: string) =>
    new Paragraph({ children: [new TextRun({ text, ...smallRun })], spacing: { after: 120 } });
  const headingOf = (size: number) => ({ run: { font: 'Arial', bold: true, size } });
  return makeDocx({
    facts: { ...summary, language: 'pt-BR' },
    styles: { default: { heading1: headingOf(30), heading2: headingOf(26), heading3: headingOf(23) } },
    children: [...headOf(summary), ...summary.notes.map(note), ...summaryBlocks(summary.text).map(blockOf)],
  });
}
