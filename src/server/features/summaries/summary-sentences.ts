import type { Range } from './sanitize-markdown.ts';

/** One citation of a model's text: its codes, and its place with the space before it. */
export type Citation = Range & Readonly<{ refs: readonly string[] }>;

/** `to` is after its last sign and its citations, where a mark belongs. */
export type SummarySentence = Range &
  Readonly<{
    /** Without markup and citations. */
    text: string;
    citations: readonly Citation[];
    /** Those of its own, or else the next ones of its paragraph, which then support both. */
    refs: readonly string[];
    /** False for labels, questions and lines without words. */
    isClaim: boolean;
  }>;

const blockStart = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?)?/;
const startsBlock = /^\s*$|^\s*(?:[-*+]|\d{1,4}[.)])\s|^\s{0,3}#|^\s*>|^\s*\|/;
const separator = /^\s*(?:[-*_=]\s*){3,}$|^\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$/;
const sentenceEnd = /[.!?…]+["”»’)\]*_]*(?=\s|\[|$)/gu;
/** A point after these does not end a sentence. */
const shortened =
  /(?:^|[\s(“"])(?:dra?|sra?s?|profa?|eng|exmo|exma|art|arts|nº|n|núm|av|etc|ex|aprox|pág|p|vs|[A-ZÀ-Ú])\.$/iu;

/** Blocks of a text that may contain sentences, without their list signs. */
function blocksOf(text: string, code: readonly Range[]): (Range & { isRow: boolean })[] {
  const lines: Range[] = [];
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    lines.push({ from, to });
    from = to + 1;
  }
  const blocks: { from: number; to: number; isRow: boolean }[] = [];
  let isOpen = false;
  let nextCode = 0;
  for (const [at, { from, to }] of lines.entries()) {
    const line = text.slice(from, to);
    const next = lines[at + 1];
    const isRow = /^\s*\|/.test(line);
    const isHeader = isRow && next !== undefined && separator.test(text.slice(next.from, next.to));
    while ((code[nextCode]?.to ?? Number.POSITIVE_INFINITY) <= from) nextCode += 1;
    const { from: codeFrom, to: codeTo } = code[nextCode] ?? { from: to + 1, to: to + 1 };
    const isCode = codeFrom <= from && codeTo >= to;
    const isHeading = /^\s{0,3}#{1,6}\s/.test(line);
    if (isCode || isHeading || isHeader || line.trim() === '' || separator.test(line)) {
      isOpen = false;
      continue;
    }
    const last = blocks.at(-1);
    if (isOpen && last !== undefined && !startsBlock.test(line)) last.to = to;
    else blocks.push({ from: from + (blockStart.exec(line)?.[0].length ?? 0), to, isRow });
    isOpen = !isRow;
  }
  return blocks;
}

/** The ends of the sentences of a block, each after the citations that follow it. */
function endsOf(text: string, { from, to }: Range, citations: readonly Citation[]): number[] {
  const ends: number[] = [];
  const block = text.slice(from, to);
  let nextCitation = 0;
  // If the first citation precedes its sentence, the others do too.
  const isLeading = citations.some((each) => each.to > from && each.from <= from);
  for (const { 0: signs, index } of block.matchAll(sentenceEnd)) {
    let end = from + index + signs.length;
    if (end <= (ends.at(-1) ?? 0) || shortened.test(block.slice(Math.max(0, index - 8), index + 1))) continue;
    while ((citations[nextCitation]?.to ?? Number.POSITIVE_INFINITY) <= end) nextCitation += 1;
    while (!isLeading && (citations[nextCitation]?.from ?? Number.POSITIVE_INFINITY) <= end) {
      end = citations[nextCitation]?.to ?? end;
      end += /^[.!?…)*_]*/u.exec(text.slice(end, to))?.[0].length ?? 0;
      nextCitation += 1;
    }
    // "5 a. m." and "etc. e" go on in small letters.
    if (!/^\s*\p{Ll}/u.test(text.slice(end, to))) ends.push(end);
  }
  if ((ends.at(-1) ?? from) < to) ends.push(to);
  return ends;
}

const label =
  /^\s*(?:prazos?|respons[áa]ve(?:l|is)|decis(?:ão|ões)|tarefas?|datas?|horário|loca(?:l|is)|encaminhamentos?|temas?|assuntos?|pautas?|resumo|conclus(?:ão|ões)|observaç(?:ão|ões)|participantes?|(?:ponto|ideia|tópico|conceito|exemplo)s?(?: \d+)?|gancho|título|legenda|resposta|citação|frase marcante):\s+(?=\S)/iu;
const unsaid = /\bnão (?:dit[oa]s?|informad[oa]s?|mencionad[oa]s?|especificad[oa]s?|definid[oa]s?)\b/giu;

function plainText(text: string, { from, to }: Range, citations: readonly Citation[]): string {
  let plain = '';
  let at = from;
  for (const each of citations) {
    plain += text.slice(at, each.from);
    at = each.to;
  }
  plain += text.slice(at, to);
  return plain
    .replace(/!?\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g, '$1')
    .replaceAll('&lt;', '<')
    .replace(/\*\*|__|[*`~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '')
    .replace(/\s*\|\s*/g, '\n')
    .trim();
}

/** Labels and headings in bold make no claim, nor do questions and lists of tags. */
function isClaim(
  written: string,
  plain: string,
  { isAlone, isCited }: { isAlone: boolean; isCited: boolean },
) {
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  if (words.length === 0 || /[?:]["”»’)]*$/.test(plain) || /^(?:#\p{L}[\p{L}\p{N}_]*\s*)+$/u.test(plain))
    return false;
  if (isCited || /[.!…]["”»’)]*$/u.test(plain) || !isAlone) return true;
  return words.length > 3 && !/^(\*\*|__)[^*_]+\1$/.test(written.trim());
}

/** The sentences of a summary in markdown, with the citations of each. */
export function sentencesOf(
  text: string,
  { citations, code }: { citations: readonly Citation[]; code: readonly Range[] },
): SummarySentence[] {
  const all: SummarySentence[] = [];
  let nextCitation = 0;
  for (const { isRow, ...block } of blocksOf(text, code)) {
    const ends = isRow
      ? [block.to - (/[\s|]*$/.exec(text.slice(block.from, block.to))?.[0].length ?? 0)]
      : endsOf(text, block, citations);
    let from = block.from;
    const inside: SummarySentence[] = [];
    for (const end of ends) {
      const own: Citation[] = [];
      while ((citations[nextCitation]?.to ?? Number.POSITIVE_INFINITY) <= end) {
        const each = citations[nextCitation];
        if (each !== undefined && each.to > from) own.push(each);
        nextCitation += 1;
      }
      const to = end - (/[\s]*$/.exec(text.slice(from, end))?.[0].length ?? 0);
      const range = { from, to };
      const plain = plainText(text, range, own);
      const isCited = own.length > 0;
      const isAlone = ends.length === 1 && !isRow;
      inside.push({
        ...range,
        text: plain.replace(label, '').replace(unsaid, ' '),
        citations: own,
        refs: own.flatMap(({ refs }) => refs),
        isClaim: isClaim(text.slice(from, to), plain, { isAlone, isCited }),
      });
      from = end;
    }
    let refs: readonly string[] = [];
    for (const each of inside.reverse()) {
      if (each.refs.length > 0) refs = each.refs;
      all.push({ ...each, refs });
    }
  }
  return all.sort((one, other) => one.from - other.from);
}
