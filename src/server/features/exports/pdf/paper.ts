import { type Line, setLines } from './set-lines.ts';
import { type Face, type FontPlace, faces, type Typesetter, typesetter } from './typefaces.ts';

/** In points, a 72nd of an inch. Times stand in the margin beside a column that is easy to read. */
const page = { width: 595.28, top: 72, bottom: 762, left: 112, right: 523, timeEnd: 100, footer: 796 };
const columnWidth = page.right - page.left;
const inks = { dark: '#1f1c18', soft: '#6a645b' } as const;
const lineHeights: Readonly<Record<Face, number>> = { text: 16.5, title: 26, strong: 15, small: 13 };
/** From a line's top to its letters' feet, as a share of its height. */
const baseline = 0.72;

type Part = { text: string; face: Face; ink?: keyof typeof inks };
type SetLine = Line & { face: Face; ink: keyof typeof inks };

type Doc = PDFKit.PDFDocument & FontPlace;
type Place = { x: number; y: number };

function drawLine(doc: Doc, type: Typesetter, { line, at }: { line: SetLine; at: Place }) {
  doc.fillColor(inks[line.ink]);
  let { x } = at;
  for (const { font, text } of line.runs) {
    type.use(font, faces[line.face].size);
    doc.text(text, x, at.y, { lineBreak: false, baseline: 'alphabetic' });
    x += doc.widthOfString(text);
  }
}

/** How many lines from here on must not be torn apart: a name goes with what it says, and no line stands alone. */
function heldTogether(lines: readonly SetLine[], at: number): number {
  if (at === 0) return Math.min(lines.length, lines.findIndex(({ face }) => face !== 'strong') + 2);
  return at === lines.length - 2 ? 2 : 1;
}

const heightOf = (lines: readonly SetLine[]) => lines.reduce((sum, { face }) => sum + lineHeights[face], 0);

/** The pages: blocks of text below each other, each on a new page where the last is full. */
export function openPaper(document: PDFKit.PDFDocument) {
  // What fonts can draw is there, and missing in the types.
  const doc = document as Doc;
  const type = typesetter(doc);
  let y = page.top;

  const lineOf = (text: string, face: Face): SetLine => {
    const [line = { runs: [], width: 0 }] = setLines(type, text, { face, width: Number.POSITIVE_INFINITY });
    return { ...line, face, ink: 'soft' };
  };

  /** A paragraph or a heading; `beside` stands in the margin at its first line. */
  function add(tag: 'H1' | 'P', parts: readonly Part[], beside?: string) {
    const lines = parts.flatMap(({ text, face, ink = 'dark' }) =>
      setLines(type, text, { face, width: columnWidth }).map((line): SetLine => ({ ...line, face, ink })),
    );
    const element = doc.struct(tag);
    doc.addStructure(element);
    element.add(doc.markStructureContent(tag));
    for (const [at, line] of lines.entries()) {
      const height = lineHeights[line.face];
      if (y + heightOf(lines.slice(at, at + heldTogether(lines, at))) > page.bottom) {
        doc.continueOnNewPage();
        y = page.top;
      }
      const feet = y + height * baseline;
      if (at === 0 && beside !== undefined) {
        const time = lineOf(beside, 'small');
        drawLine(doc, type, { line: time, at: { x: page.timeEnd - time.width, y: feet } });
      }
      drawLine(doc, type, { line, at: { x: page.left, y: feet } });
      y += height;
    }
    doc.endMarkedContent();
    element.end();
  }

  /** Once all pages are there, since each names their count. */
  function number() {
    const { start, count } = doc.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      doc.switchToPage(start + at);
      const line = lineOf(`Página ${at + 1} de ${count}`, 'small');
      doc.markContent('Artifact', { type: 'Pagination' });
      drawLine(doc, type, { line, at: { x: page.right - line.width, y: page.footer } });
      doc.endMarkedContent();
    }
  }

  return {
    add,
    number,
    skip: (height: number) => {
      y += height;
    },
  };
}
export type Paper = ReturnType<typeof openPaper>;
