import { AlignmentType, Document, Footer, HeadingLevel, Packer, PageNumber, Paragraph, TextRun } from 'docx';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { documentSubtitle, type Paragraph as Said, type Transcript } from '../transcript.ts';

const soft = '6A645B';
/** In half points. The reader's own fonts are used, because a DOCX is meant to be edited. */
const sizes = { text: 22, title: 36, small: 17 };

function headOf(transcript: Transcript): Paragraph[] {
  const { title, watermark } = transcript;
  const notes = [documentSubtitle(transcript), ...(watermark === null ? [] : [watermark])];
  return [
    new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(title)] }),
    ...notes.map((text) => new Paragraph({ style: 'Note', children: [new TextRun(text)] })),
  ];
}

function paragraphOf({ startMs, speaker, text }: Said): Paragraph {
  const name = speaker === undefined ? [] : [new TextRun({ text: `${speaker}: `, bold: true })];
  return new Paragraph({
    style: 'Speech',
    children: [
      new TextRun({ text: `${formatTimestamp(startMs)} `, style: 'Time' }),
      ...name,
      new TextRun(text),
    ],
  });
}

const footer = () =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.RIGHT,
        style: 'Note',
        children: [
          new TextRun({ children: ['Página ', PageNumber.CURRENT, ' de ', PageNumber.TOTAL_PAGES] }),
        ],
      }),
    ],
  });

/** A document for Word and LibreOffice. Its named styles let a reader change the look in one place. */
export function transcriptDocx(transcript: Transcript): Promise<Buffer> {
  const { title, productName, language, paragraphs } = transcript;
  const document = new Document({
    title,
    creator: productName,
    lastModifiedBy: productName,
    styles: {
      default: {
        document: {
          run: { font: 'Georgia', size: sizes.text, language: { value: language } },
          paragraph: { spacing: { line: 336 } },
        },
        title: {
          run: { font: 'Arial', size: sizes.title, bold: true },
          paragraph: { spacing: { after: 80 } },
        },
      },
      paragraphStyles: [
        {
          id: 'Note',
          name: 'Nota',
          basedOn: 'Normal',
          run: { font: 'Arial', size: sizes.small, color: soft },
          paragraph: { spacing: { after: 240 } },
        },
        {
          id: 'Speech',
          name: 'Fala',
          basedOn: 'Normal',
          quickFormat: true,
          paragraph: { spacing: { after: 160 } },
        },
      ],
      characterStyles: [
        { id: 'Time', name: 'Tempo', run: { font: 'Arial', size: sizes.small, color: soft } },
      ],
    },
    sections: [
      {
        properties: { page: { size: { width: 11_906, height: 16_838 } } },
        footers: { default: footer() },
        children: [...headOf(transcript), ...paragraphs.map(paragraphOf)],
      },
    ],
  });
  return Packer.toBuffer(document);
}
