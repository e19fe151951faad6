import { type CalendarFact, type Found, readClock, readDate, readRank } from './calendar-facts.ts';
import { readNumber } from './number-words.ts';
import { currencyBefore, readUnit, type Unit } from './units.ts';
import type { Token } from './words.ts';

type Amount = Readonly<{
  kind: 'amount';
  value: number;
  unit: Unit | undefined;
  isArticle: boolean;
  isLarge: boolean;
}>;
export type Fact = Amount | CalendarFact;

const thousand = 1_000;
const isHalf = (token: Token | undefined) => /^mei[oa]$/.test(token?.folded ?? '');

/** "um terço", "dois terços", "um quarto", "metade". */
function readShare(tokens: readonly Token[], at: number): Found<Fact> | undefined {
  const share = (value: number, next: number): Found<Fact> => ({
    facts: [
      { kind: 'amount', value, unit: { dimension: 'share', factor: 1 }, isArticle: false, isLarge: false },
    ],
    next,
  });
  if (tokens[at]?.folded === 'metade') return share(0.5, at + 1);
  const top = readNumber(tokens, at);
  const bottom = tokens[top?.next ?? -1]?.folded ?? '';
  if (top === undefined || !/^(?:tercos?|quartos?|quintos?)$/.test(bottom)) return undefined;
  return share(top.value / (bottom.startsWith('t') ? 3 : bottom.startsWith('quar') ? 4 : 5), top.next + 1);
}

/** A number with its unit, also "quatro reais e cinquenta" and "sete quilômetros e meio". */
function readAmount(tokens: readonly Token[], at: number): Found<Fact> | undefined {
  const read = readNumber(tokens, at);
  if (read === undefined) return undefined;
  const before = currencyBefore(tokens, at);
  const after = readUnit(tokens, read.next);
  const unit = before ?? after?.unit;
  let { value } = read;
  let next = before === undefined ? (after?.next ?? read.next) : read.next;
  if (unit !== undefined && tokens[next]?.folded === 'e') {
    const rest = readNumber(tokens, next + 1);
    if (isHalf(tokens[next + 1])) [value, next] = [value + 0.5, next + 2];
    else if (unit.dimension === 'real' && rest !== undefined && rest.value < 100) {
      value += rest.value / 100;
      next = tokens[rest.next]?.folded === 'centavos' ? rest.next + 1 : rest.next;
    }
  }
  const isArticle = read.isArticle && unit?.dimension !== 'percent';
  return { facts: [{ kind: 'amount', value, unit, isArticle, isLarge: read.isLarge }], next };
}

const readers = [readDate, readClock, readShare, readRank, readAmount];

/** The figures of a sentence, each with one reading, and the places of their tokens. */
export function factsOf(tokens: readonly Token[]): Readonly<{ facts: Fact[]; places: ReadonlySet<number> }> {
  const facts: Fact[] = [];
  const places = new Set<number>();
  for (let at = 0; at < tokens.length; ) {
    const found = readers.reduce<Found<Fact> | undefined>(
      (known, read) => known ?? read(tokens, at),
      undefined,
    );
    facts.push(...(found?.facts ?? []));
    for (let index = at; index < (found?.next ?? at); index += 1) places.add(index);
    at = Math.max(at + 1, found?.next ?? 0);
  }
  return { facts, places };
}

/** All readings of the figures of a passage: "nove e trinta" may be a time or two numbers. */
export function saidFacts(tokens: readonly Token[]): Fact[] {
  const said: Fact[] = [];
  for (const read of readers)
    for (let at = 0; at < tokens.length; ) {
      const found = read(tokens, at);
      said.push(...(found?.facts ?? []));
      at = Math.max(at + 1, found?.next ?? 0);
    }
  if (!said.some((each) => each.kind === 'amount' && each.isLarge)) return said;
  // After "87 mil", "a verba é de 70" means 70 thousand.
  const short = said.flatMap((each) =>
    each.kind === 'amount' && !each.isLarge && each.unit === undefined
      ? [{ ...each, value: each.value * thousand, isLarge: true }]
      : [],
  );
  return [...said, ...short];
}

const isNear = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));

function isSameAmount(one: Amount, said: Amount): boolean {
  if (one.unit === undefined || said.unit === undefined) return isNear(one.value, said.value);
  return (
    one.unit.dimension === said.unit.dimension &&
    isNear(one.value * one.unit.factor, said.value * said.unit.factor)
  );
}

/** True if a figure of a sentence is this one of its passage. */
export function isSameFact(one: Fact, said: Fact): boolean {
  if (one.kind === 'amount') {
    if (said.kind === 'amount') return isSameAmount(one, said);
    if (one.unit !== undefined) return false;
    if (said.kind === 'clock') return said.minutes === one.value * 60;
    return said.kind === 'date' && said.day === one.value;
  }
  if (one.kind === 'clock') {
    if (said.kind === 'amount')
      return said.unit?.dimension === 'time' && said.value * said.unit.factor === one.minutes * 60;
    if (said.kind !== 'clock') return false;
    const period = one.isExact && said.isExact ? 1_440 : 720;
    return one.minutes % period === said.minutes % period;
  }
  if (one.kind === 'month') return 'month' in said && said.month === one.month;
  if (one.kind === 'rank') return said.kind === 'rank' && said.rank === one.rank;
  return said.kind === 'date' && said.day === one.day && said.month === one.month;
}

/** The first figure that the passage lacks. "um" is an article, and proves nothing. */
export const missingFact = (facts: readonly Fact[], said: readonly Fact[]): Fact | undefined =>
  facts.find(
    (one) => !(one.kind === 'amount' && one.isArticle) && !said.some((other) => isSameFact(one, other)),
  );
