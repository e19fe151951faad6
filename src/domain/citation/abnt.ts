import { calendarDay } from '../format/calendar.ts';
import { shortTitle, surnameAmong } from './authors.ts';
import { place } from './places.ts';
import { quoted, withoutStop } from './quotation-marks.ts';
import type { Citation, Source } from './quoted-turn.ts';
import { markedParagraphs, markedWords, type Speech } from './speeches.ts';
import { testNotice } from './test-notice.ts';
import { inline, joined, list, paragraphs, write } from './write.ts';

/** NBR 10520 sets off what exceeds three lines: here lines of 80 characters, A4 in 12 pt between the usual margins. */
const threeLines = 240;
const block = 'margin:0 0 0 4cm;font-size:10pt;line-height:1;text-align:justify';

/** “Não vi o semáforo” (Silva, 2026, 14 min 32 s). */
export function abntCitation(speeches: readonly Speech[], source: Source): Citation {
  const voices = [...new Set(speeches.flatMap(({ voice }) => voice ?? []))];
  const year = calendarDay(new Date(source.recordedAt)).slice(0, 'yyyy'.length);
  const callOf = ({ voice, startMs }: Speech) => {
    const author = voice === undefined ? shortTitle(source.title) : surnameAmong(voice, voices);
    const parts = list([author, year, startMs === undefined ? undefined : place(startMs)]);
    return write`(${parts}${testNotice(source, ', ')})`;
  };
  const length = speeches.reduce((sum, speech) => sum + [...markedWords(speech)].length, 0);
  if (length > threeLines) {
    const lines = speeches.flatMap((speech) => {
      const all = markedParagraphs(speech);
      const last = withoutStop(all.at(-1) ?? '');
      return [...all.slice(0, -1).map((line) => write`${line}`), write`${last} ${callOf(speech)}.`];
    });
    return paragraphs(lines, block);
  }
  const quotations = speeches.map((speech) => {
    const words = withoutStop(markedWords(speech));
    // After a part of a sentence the author's own sentence goes on.
    return write`${quoted(words)} ${callOf(speech)}${speech.isCutAfter ? '' : '.'}`;
  });
  return inline(joined(quotations, ' '));
}
