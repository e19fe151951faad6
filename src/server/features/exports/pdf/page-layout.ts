import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import {
  createTypesetter,
  type Face,
  type FontPlace,
  faces,
  firstFontFile,
  type Run,
  type SetWord,
  type Typesetter,
} from './typefaces.ts';

export type Line = Readonly<{ runs: readonly Run[]; width: number }>;

const letters = new Intl.Segmenter('pt', { granularity: 'grapheme' });

type Setting = { face: Face; width: number };

/** Cuts a word that is longer than a line, such as an address, into full lines. */
function lineParts(type: Typesetter, word: string, { face, width }: Setting): string[] {
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const { segment } of letters.segment(word)) {
    const letter = type.setWord(segment, face).width;
    if (part !== '' && used + letter > width) {
      parts.push(part);
      [part, used] = ['', 0];
    }
    part += segment;
    used += letter;
  }
  return [...parts, part];
}

function joined(words: readonly SetWord[]): Run[] {
  const runs: { font: string; text: string }[] = [];
  for (const [at, word] of words.entries())
    for (const [nth, run] of word.runs.entries()) {
      const text = at > 0 && nth === 0 ? ` ${run.text}` : run.text;
      const last = runs.at(-1);
      if (last?.font === run.font) last.text += text;
      else runs.push({ font: run.font, text });
    }
  return runs;
}

/** Wraps a text into lines of a width, ragged on the right as on the screen. */
function wrapLines(type: Typesetter, text: string, { face, width }: Setting): Line[] {
  const space = type.widthOfSpace(face);
  const lines: Line[] = [];
  let line: SetWord[] = [];
  let used = 0;
  const end = () => {
    if (line.length > 0) lines.push({ runs: joined(line), width: used });
    line = [];
    used = 0;
  };
  const add = (word: SetWord) => {
    if (line.length > 0 && used + space + word.width > width) end();
    used += (line.length > 0 ? space : 0) + word.width;
    line.push(word);
  };
  for (const word of text.split(' ')) {
    const set = type.setWord(word, face);
    if (set.width <= width) add(set);
    else for (const part of lineParts(type, word, { face, width })) add(type.setWord(part, face));
  }
  end();
  return lines;
}

/** In points, a 72nd of an inch. Times are in the margin, beside a column of readable width. */
const page = { width: 595.28, top: 72, bottom: 762, left: 112, right: 523, timeEnd: 100, footer: 796 };
const columnWidth = page.right - page.left;
const inks = { dark: '#1f1c18', soft: '#6a645b' } as const;
const lineHeights: Readonly<Record<Face, number>> = { text: 16.5, title: 26, strong: 15, small: 13 };
/** From the top of a line to its baseline, as a share of its height. */
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

/** Counts the lines from here that must stay together: a name with its first words, and no line alone on a page. */
function countUnbreakableLines(lines: readonly SetLine[], at: number): number {
  if (at === 0) return Math.min(lines.length, lines.findIndex(({ face }) => face !== 'strong') + 2);
  return at === lines.length - 2 ? 2 : 1;
}

const heightOf = (lines: readonly SetLine[]) => lines.reduce((sum, { face }) => sum + lineHeights[face], 0);

/** Lays blocks of text below each other and begins a new page when one is full. */
function createPageLayout(document: PDFKit.PDFDocument) {
  // PDFKit has the font members, but its types lack them.
  const doc = document as Doc;
  const type = createTypesetter(doc);
  let y = page.top;

  const lineOf = (text: string, face: Face): SetLine => {
    const [line = { runs: [], width: 0 }] = wrapLines(type, text, { face, width: Number.POSITIVE_INFINITY });
    return { ...line, face, ink: 'soft' };
  };

  /** Adds a paragraph or a heading; `beside` goes into the margin at its first line. */
  function add(tag: 'H1' | 'P', parts: readonly Part[], beside?: string) {
    const lines = parts.flatMap(({ text, face, ink = 'dark' }) =>
      wrapLines(type, text, { face, width: columnWidth }).map((line): SetLine => ({ ...line, face, ink })),
    );
    const element = doc.struct(tag);
    doc.addStructure(element);
    element.add(doc.markStructureContent(tag));
    for (const [at, line] of lines.entries()) {
      const height = lineHeights[line.face];
      if (y + heightOf(lines.slice(at, at + countUnbreakableLines(lines, at))) > page.bottom) {
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

  /** Call this after the last page, because each footer names the page count. */
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

  const skip = (height: number) => {
    y += height;
  };

  function addHead({ title, warning }: Pick<Facts, 'title' | 'warning'>, notes: readonly string[]) {
    if (warning !== null) {
      add('P', [{ text: warning, face: 'strong' }]);
      skip(7);
    }
    add('H1', [{ text: title, face: 'title' }]);
    for (const text of notes) add('P', [{ text, face: 'small', ink: 'soft' }]);
    skip(14);
  }

  return { add, addHead, number, skip };
}
export type PageLayout = ReturnType<typeof createPageLayout>;

type Facts = {
  title: string;
  warning: string | null;
  createdAt: string;
  productName: string;
  language: string;
};

/** Makes a PDF of A4 pages, tagged for screen readers, with embedded fonts. */
export function makePdf(
  { title, createdAt, productName, language }: Facts,
  write: (paper: PageLayout, doc: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
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
  const paper = createPageLayout(doc);
  write(paper, doc);
  paper.number();
  doc.end();
  return buffer(doc);
}
