import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

type Piece = { text: string; x: number };
export type PdfPage = { lines: string[]; pieces: Piece[] };

/** A PDF as a reader of another make sees it: the words of each page in their order, and what it says of itself. */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const pieces: Piece[] = [];
    let [line, lineX, lineY] = ['', 0, Number.NaN];
    const end = () => {
      if (line.trim() !== '') pieces.push({ text: line.trim(), x: lineX });
      line = '';
    };
    for (const item of items) {
      if (!('str' in item) || item.str === '') continue;
      const [, , , , x, y] = item.transform as number[];
      if (y !== lineY || (x ?? 0) < lineX) end();
      if (line === '') lineX = x ?? 0;
      lineY = y ?? 0;
      line += item.str;
    }
    end();
    pages.push({ pieces, lines: pieces.map(({ text }) => text) });
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
