import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

type Piece = { text: string; x: number };
/** A run of letters and its box, measured from the lower left corner of the page. */
type Placed = { text: string; x: number; y: number; width: number; height: number };
export type PdfPage = { lines: string[]; pieces: Piece[]; placed: Placed[] };

/** Returns the pairs of runs that overlap, so that a user would see letters over letters. */
export function overlapsIn({ placed }: PdfPage): [string, string][] {
  const runs = placed.filter(({ text }) => text.trim() !== '').toSorted((one, other) => other.y - one.y);
  return runs.flatMap((run, at) => {
    const overlaps: [string, string][] = [];
    for (const other of runs.slice(at + 1)) {
      if (run.y - other.y > run.height * 2) break;
      const isSameHeight = run.y - other.y < Math.min(run.height, other.height) * 0.75;
      const sharedPt = Math.min(run.x + run.width, other.x + other.width) - Math.max(run.x, other.x);
      if (isSameHeight && sharedPt > 1) overlaps.push([run.text, other.text]);
    }
    return overlaps;
  });
}

/** Reads the words of each page in order, and the document's metadata, with an independent PDF library. */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const pieces: Piece[] = [];
    const placed: Placed[] = [];
    let [line, lineX, lineY] = ['', 0, Number.NaN];
    const end = () => {
      if (line.trim() !== '') pieces.push({ text: line.trim(), x: lineX });
      line = '';
    };
    for (const item of items) {
      if (!('str' in item) || item.str === '') continue;
      const [, , , , x, y] = item.transform as number[];
      placed.push({ text: item.str, x: x ?? 0, y: y ?? 0, width: item.width, height: item.height });
      if (y !== lineY || (x ?? 0) < lineX) end();
      if (line === '') lineX = x ?? 0;
      lineY = y ?? 0;
      line += item.str;
    }
    end();
    pages.push({ pieces, placed, lines: pieces.map(({ text }) => text) });
  }
  const [{ info }, markInfo, outline] = await Promise.all([
    document.getMetadata(),
    document.getMarkInfo(),
    document.getOutline(),
  ]);
  const first = await document.getPage(1);
  const structure = await first.getStructTree();
  await task.destroy();
  return {
    pages,
    info: info as Record<string, unknown>,
    isTagged: (markInfo as Map<string, unknown> | null)?.get('Marked') === true,
    outline,
    structure,
  };
}
