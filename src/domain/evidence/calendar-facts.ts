import { type ReadNumber, readNumber } from './number-words.ts';
import type { Token } from './words.ts';

const months =
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');
/** The number of a day's name is that of its rank, as "segunda" may be either. */
const ranks: readonly (readonly [RegExp, number])[] = [
  [/^primeir[oa]s?$/, 1],
  [/^(?:segund[ao]s?|segunda-feira)$/, 2],
  [/^(?:terceir[oa]s?|terca|terca-feira)$/, 3],
  [/^(?:quart[ao]|quarta-feira)$/, 4],
  [/^(?:quint[ao]|quinta-feira)$/, 5],
  [/^(?:sext[ao]|sexta-feira)$/, 6],
  [/^(?:setim[ao]|sabados?)$/, 7],
  [/^(?:oitav[ao]|domingos?)$/, 8],
  [/^non[ao]$/, 9],
  [/^decim[ao]$/, 10],
];

/** `isExact` is false for a time that may be before or after noon. */
type ClockTime = Readonly<{ kind: 'clock'; minutes: number; isExact: boolean }>;
export type CalendarFact =
  | Readonly<{ kind: 'date'; day: number; month: number }>
  | Readonly<{ kind: 'month'; month: number }>
  | Readonly<{ kind: 'rank'; rank: number }>
  | ClockTime;

export type Found<Fact> = Readonly<{ facts: readonly Fact[]; next: number }>;

function monthAt(tokens: readonly Token[], at: number): number | undefined {
  const month = months.indexOf(tokens[at]?.folded ?? '');
  return month === -1 ? undefined : month + 1;
}

const isDay = ({ value }: ReadNumber) => value >= 1 && value <= 31;

/** "03/05", "3 de maio", "dia primeiro de maio", "de 3 a 22 de julho", "29 e 30 de maio", and "maio" alone. */
export function readDate(tokens: readonly Token[], at: number): Found<CalendarFact> | undefined {
  const [, slashDay, slashMonth] = /^(\d{1,2})\/(\d{1,2})/.exec(tokens[at]?.raw ?? '') ?? [];
  if (slashDay !== undefined)
    return { facts: [{ kind: 'date', day: Number(slashDay), month: Number(slashMonth) }], next: at + 1 };
  const alone = monthAt(tokens, at);
  if (alone !== undefined) return { facts: [{ kind: 'month', month: alone }], next: at + 1 };
  const days: number[] = [];
  let next = at;
  for (;;) {
    const isFirstDay = /^(?:primeiro|1º)$/.test(tokens[next]?.folded ?? '');
    const read = isFirstDay ? undefined : readNumber(tokens, next);
    if (!isFirstDay && (read === undefined || !isDay(read))) return undefined;
    days.push(read?.value ?? 1);
    next = read?.next ?? next + 1;
    const month = tokens[next]?.folded === 'de' ? monthAt(tokens, next + 1) : undefined;
    if (month !== undefined)
      return { facts: days.map((day) => ({ kind: 'date', day, month })), next: next + 2 };
    if (/^(?:e|a|ate)$/.test(tokens[next]?.folded ?? '')) next += 1;
    else if (!/,/.test(tokens[next]?.gap ?? '')) return undefined;
  }
}

export function readRank(tokens: readonly Token[], at: number): Found<CalendarFact> | undefined {
  const { folded = '', startsSentence = false } = tokens[at] ?? {};
  // "Segundo a secretária", "Primeiro, ..." and "a segunda" differ only by their place.
  if (
    folded === 'segundo' &&
    (startsSentence || /^(?:o|a|os|as|el[ae]|dr|dona)$/.test(tokens[at + 1]?.folded ?? ''))
  )
    return undefined;
  if (folded === 'segundo' && tokens[at + 1]?.isCapital) return undefined;
  const digits = /^(\d{1,2})[ºª]$/.exec(tokens[at]?.raw ?? '')?.[1];
  const rank = digits === undefined ? ranks.find(([name]) => name.test(folded))?.[1] : Number(digits);
  return rank === undefined ? undefined : { facts: [{ kind: 'rank', rank }], next: at + 1 };
}

const maxHour = 24;

/** "da manhã" and "da noite" after an hour. */
function periodAt(tokens: readonly Token[], at: number): number | undefined {
  if (tokens[at]?.folded !== 'da') return undefined;
  const name = tokens[at + 1]?.folded ?? '';
  if (/^(?:manha|madrugada)$/.test(name)) return 0;
  return /^(?:tarde|noite)$/.test(name) ? 12 : undefined;
}

type Spoken = { tokens: readonly Token[]; hour: ReadNumber; minutes: number; next: number };

function spokenTime({ tokens, hour, minutes, next }: Spoken): Found<CalendarFact> {
  const period = periodAt(tokens, next);
  const isMorningForm = period !== undefined && hour.value < 12;
  const value = (hour.value + (isMorningForm ? period : 0)) * 60 + minutes;
  const isExact = period !== undefined || hour.value > 12;
  const fact = { kind: 'clock', minutes: value, isExact } as const;
  return { facts: [fact], next: period === undefined ? next : next + 2 };
}

/** "9h30", "14:30", "meio-dia", "às nove e meia", "cinco e quinze da manhã" and "dezenove horas". */
export function readClock(tokens: readonly Token[], at: number): Found<CalendarFact> | undefined {
  const { raw = '', folded = '' } = tokens[at] ?? {};
  const [, digitHour, digitMinutes] = /^(\d{1,2})[h:](\d{2})?$/.exec(raw) ?? [];
  if (digitHour !== undefined) {
    const minutes = Number(digitHour) * 60 + Number(digitMinutes ?? 0);
    return { facts: [{ kind: 'clock', minutes, isExact: true }], next: at + 1 };
  }
  if (folded === 'meio-dia' || folded === 'meia-noite') {
    const minutes = folded === 'meio-dia' ? 720 : 0;
    return { facts: [{ kind: 'clock', minutes, isExact: true }], next: at + 1 };
  }
  const hour = readNumber(tokens, at);
  if (hour === undefined || hour.value > maxHour || hour.isArticle) return undefined;
  const isHalf = tokens[hour.next]?.folded === 'e' && tokens[hour.next + 1]?.folded === 'meia';
  if (isHalf) return spokenTime({ tokens, hour, minutes: 30, next: hour.next + 2 });
  const minutes = tokens[hour.next]?.folded === 'e' ? readNumber(tokens, hour.next + 1) : undefined;
  const isAfterAt = /^(?:às|as|das|até)$/i.test(tokens[at - 1]?.raw ?? '');
  const hasPeriod = minutes !== undefined && periodAt(tokens, minutes.next) !== undefined;
  if (minutes !== undefined && minutes.value < 60 && (isAfterAt || hasPeriod))
    return spokenTime({ tokens, hour, minutes: minutes.value, next: minutes.next });
  const isHours = tokens[hour.next]?.folded === 'horas';
  const next = isHours ? hour.next + 1 : hour.next;
  const isNamed = /^às$/i.test(tokens[at - 1]?.raw ?? '') || (isHours && isAfterAt);
  return isNamed || periodAt(tokens, next) !== undefined
    ? spokenTime({ tokens, hour, minutes: 0, next })
    : undefined;
}
