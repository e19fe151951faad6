import type { Token } from './words.ts';

const inOrder = (words: string, from: number, step: number) =>
  words.split(' ').map((word, at) => [word, from + at * step] as const);

const small: ReadonlyMap<string, number> = new Map([
  ...inOrder('zero um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze', 0, 1),
  ...inOrder('dezesseis dezessete dezoito dezenove', 16, 1),
  ...inOrder('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem', 20, 10),
  ...inOrder(
    'duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos',
    200,
    100,
  ),
  ...inOrder(
    'duzentas trezentas quatrocentas quinhentas seiscentas setecentas oitocentas novecentas',
    200,
    100,
  ),
  ['uma', 1],
  ['duas', 2],
  ['catorze', 14],
  ['cento', 100],
]);

const large: ReadonlyMap<string, number> = new Map([
  ['mil', 1e3],
  ['milhao', 1e6],
  ['milhoes', 1e6],
  ['mi', 1e6],
  ['bilhao', 1e9],
  ['bilhoes', 1e9],
]);

/** "Um" and "uma" are articles more often. */
export const isNumberWord = (folded: string) =>
  !['um', 'uma'].includes(folded) && (small.has(folded) || large.has(folded));

/** "1.200.000", "7,5", "7.5" and "3.250,00" in Portuguese or as engines write them. */
function digitsValue(raw: string): number | undefined {
  if (!/^\d+(?:[.,]\d+)*$/.test(raw)) return undefined;
  const [whole = '', decimals = ''] = raw.split(',');
  const isGrouped = /^\d{1,3}(?:\.\d{3})+$/.test(whole);
  return Number(`${isGrouped ? whole.replaceAll('.', '') : whole}${decimals === '' ? '' : `.${decimals}`}`);
}

/** The next word of a number has a limit: one hundred after "duzentos", ten after "vinte". */
function roomAfter(value: number): number {
  if (value >= 100) return 100;
  return value >= 20 && value % 10 === 0 ? 10 : 0;
}

export type ReadNumber = Readonly<{
  value: number;
  /** The place after its last token. */
  next: number;
  /** "um" and "uma", which are articles more often than numbers. */
  isArticle: boolean;
  /** With "mil" or "milhões". */
  isLarge: boolean;
}>;

/** Reads "412", "quatrocentos e doze", "mil e quinhentas", "1,2 milhão" and "dois milhões e 800 mil" at a place. */
export function readNumber(tokens: readonly Token[], from: number): ReadNumber | undefined {
  let [total, current, next] = [0, undefined as number | undefined, from];
  let [room, largeRoom] = [1_000, Number.POSITIVE_INFINITY];
  let isLarge = false;
  for (let at = from; at < tokens.length; ) {
    const isJoined = at > from && tokens[at]?.folded === 'e';
    const token = tokens[isJoined ? at + 1 : at];
    if (token === undefined || (at > from && /[,.;:!?()]/.test(token.gap + (tokens[at]?.gap ?? '')))) break;
    const factor = large.get(token.folded);
    const value = small.get(token.folded) ?? digitsValue(token.raw);
    if (factor !== undefined && !isJoined && factor < largeRoom) {
      total += (current ?? 1) * factor;
      [current, room, largeRoom, isLarge] = [undefined, 1_000, factor, true];
    } else if (value !== undefined && (at === from || (isJoined && value < room && value > 0))) {
      // A new group after "mil" needs no earlier one.
      current = (current ?? 0) + value;
      room = small.has(token.folded) ? roomAfter(value) : 0;
    } else if (value !== undefined && isLarge && current === undefined && value < 1_000) {
      current = value;
      room = roomAfter(value);
    } else break;
    at += isJoined ? 2 : 1;
    next = at;
  }
  if (next === from) return undefined;
  const isArticle = next === from + 1 && /^uma?$/.test(tokens[from]?.folded ?? '');
  return { value: total + (current ?? 0), next, isArticle, isLarge };
}
