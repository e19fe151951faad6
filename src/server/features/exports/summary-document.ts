import { withoutOwnLinks } from '#domain/evidence/unproved-mark.ts';
import { plainText } from './plain-text.ts';

/** A summary as its documents show it. Plain data, because it goes to a worker thread. */
export type SummaryDocument = Readonly<{
  title: string;
  /** Above the title: that the summarized text is not what was said. */
  warning: string | null;
  /** Below the title: the date, the model, and the covered part of the recording. */
  notes: readonly string[];
  /** Markdown. */
  text: string;
  createdAt: string;
  productName: string;
}>;

/** The part of markdown that a document shows: blocks with runs of text. */
export type TextRun = Readonly<{ text: string; bold: boolean; italic: boolean }>;
export type Block = Readonly<{
  kind: 'heading' | 'item' | 'text' | 'quote';
  /** 1 to 6 for a heading; the nesting depth from 0 for an item. */
  level: number;
  /** "•" or "3." before an item. */
  mark: string;
  runs: readonly TextRun[];
}>;

/** Links that are not ours show their address. */
const readable = (text: string) =>
  withoutOwnLinks(text)
    .replace(/\[([^\]\n]{0,300})\]\(([^()\s]{0,2000})\)/g, '$1 ($2)')
    .replace(/`([^`\n]+)`/g, '$1')
    .replace(/&lt;/g, '<')
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1');

const marked = /(\*\*\*|\*\*|__|\*|_)(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/u;

function runsOf(text: string, bold = false, italic = false): TextRun[] {
  const found = marked.exec(text);
  const [whole = '', mark = '', inner = ''] = found ?? [];
  const before = found === null ? text : text.slice(0, found.index);
  // An underscore within a word is a letter.
  if (found !== null && mark.includes('_') && /[\p{L}\p{N}]$/u.test(before)) return [{ text, bold, italic }];
  const runs: TextRun[] = before === '' ? [] : [{ text: before, bold, italic }];
  if (found === null) return runs;
  const isBold = mark.length >= 2;
  const isItalic = mark.length !== 2;
  return [
    ...runs,
    ...runsOf(inner, bold || isBold, italic || isItalic),
    ...runsOf(text.slice(found.index + whole.length), bold, italic),
  ];
}

function lineOf(line: string): Omit<Block, 'runs'> & { text: string } {
  const [, hashes, heading] = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? [];
  if (hashes !== undefined) return { kind: 'heading', level: hashes.length, mark: '', text: heading ?? '' };
  const [, indent, mark, item] = /^(\s*)([-*+]|\d{1,4}[.)])\s+(.*)$/.exec(line) ?? [];
  if (mark !== undefined) {
    const level = Math.min(4, Math.floor((indent ?? '').replaceAll('\t', '    ').length / 2));
    return { kind: 'item', level, mark: /\d/.test(mark) ? mark : '•', text: item ?? '' };
  }
  const [, quote] = /^\s*>\s?(.*)$/.exec(line) ?? [];
  if (quote !== undefined) return { kind: 'quote', level: 0, mark: '', text: quote };
  // Show a table row as its cells.
  const [, cells] = /^\s*\|(.*)\|\s*$/.exec(line) ?? [];
  const text =
    cells
      ?.split('|')
      .map((cell) => cell.trim())
      .join(' · ') ?? line.trim();
  return { kind: 'text', level: 0, mark: '', text };
}

const isFrame = (line: string) =>
  /^\s*(?:[-*_]\s*){3,}$/.test(line) || /^\s*\|?[\s:|-]*-{2,}[\s:|-]*$/.test(line) || /^\s*```/.test(line);

export function summaryBlocks(markdown: string): Block[] {
  const blocks: (Omit<Block, 'runs'> & { text: string })[] = [];
  let isOpen = false;
  for (const line of markdown.split('\n')) {
    if (line.trim() === '' || isFrame(line)) {
      isOpen = false;
      continue;
    }
    const block = lineOf(line);
    const last = blocks.at(-1);
    const isRow = /^\s*\|/.test(line);
    // Join the lines of a paragraph, as the screen does.
    if (isOpen && !isRow && block.kind === 'text' && last !== undefined && last.kind !== 'heading')
      blocks[blocks.length - 1] = { ...last, text: `${last.text} ${block.text}` };
    else blocks.push(block);
    isOpen = !isRow;
  }
  return blocks
    .map(({ text, ...block }) => ({ ...block, runs: runsOf(plainText(readable(text))) }))
    .filter(({ runs }) => runs.length > 0);
}
