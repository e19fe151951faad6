import {
  AlignmentType,
  BorderStyle,
  convertMillimetersToTwip,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { CitedBlock, CitedRun } from '#domain/citation/citation.ts';
import type { MarksDocument } from '../marks-document.ts';
import { headOf, makeDocx, smallRun } from './docx.ts';

/** In half points: ABNT sets a long quotation smaller than the text. */
const indentedSize = 20;
const indentedLeft = convertMillimetersToTwip(40);
const quoteLeft = convertMillimetersToTwip(8);
const singleSpacing = 240;

const runsOf = (runs: readonly CitedRun[], size?: number) =>
  runs.map(
    ({ text, bold, italic }) =>
      new TextRun({
        text,
        ...(bold && { bold }),
        ...(italic && { italics: italic }),
        ...(size !== undefined && { size }),
      }),
  );

const line = { style: BorderStyle.SINGLE, size: 4, color: '000000' };
const borders = { top: line, bottom: line, left: line, right: line };
const cellMargins = { top: 60, bottom: 60, left: 100, right: 100 };

/** The text of a passage takes what the other columns leave. */
const sideColumnPercent = 20;

function tableOf(rows: readonly (readonly string[])[]): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map(
      (cells, row) =>
        new TableRow({
          tableHeader: row === 0,
          children: cells.map((text, at) => {
            const isLast = at === cells.length - 1;
            const size = isLast ? 100 - sideColumnPercent * (cells.length - 1) : sideColumnPercent;
            return new TableCell({
              borders,
              margins: cellMargins,
              width: { size, type: WidthType.PERCENTAGE },
              children: [new Paragraph({ children: [new TextRun({ text, bold: row === 0 })] })],
            });
          }),
        }),
    ),
  });
}

function blockOf(block: CitedBlock): Paragraph | Table {
  if (block.kind === 'table') return tableOf(block.rows);
  if (block.kind === 'indented')
    return new Paragraph({
      children: runsOf(block.runs, indentedSize),
      alignment: AlignmentType.JUSTIFIED,
      indent: { left: indentedLeft },
      spacing: { line: singleSpacing, after: 160 },
    });
  return new Paragraph({
    children: runsOf(block.runs),
    spacing: { after: 160 },
    ...(block.kind === 'quote' && { indent: { left: quoteLeft } }),
  });
}

/** Each line of a note is a line of its paragraph. */
const asideOf = (text: string) =>
  new Paragraph({
    children: text
      .split('\n')
      .map((each, at) => new TextRun({ text: each, ...smallRun, ...(at > 0 && { break: 1 }) })),
    spacing: { after: 160 },
  });

export function marksToDocx(marks: MarksDocument): Promise<Buffer> {
  const head = marks.notes.map(
    (text) => new Paragraph({ children: [new TextRun({ text, ...smallRun })], spacing: { after: 240 } }),
  );
  const entries = marks.entries.flatMap(({ blocks, asides }) => [
    ...blocks.map(blockOf),
    ...asides.map(asideOf),
  ]);
  return makeDocx({ facts: marks, children: [...headOf(marks), ...head, ...entries] });
}
