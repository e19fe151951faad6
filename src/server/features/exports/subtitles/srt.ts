import { cueClock } from './clock.ts';
import type { Cue } from './rules.ts';

/** Players of 25 years ago read lines that end as on Windows; all later ones read both. */
const lineEnd = '\r\n';

/**
 * SRT has no escapes. Players take `<b>` and `{\an8}` for marks and drop them, and a time line in the text for the next
 * cue: each is shown with a sign that looks alike.
 */
function harmless(line: string): string {
  if (!/[<>{]/.test(line)) return line;
  return line
    .replaceAll('-->', '→')
    .replace(/<(?=[/!a-z])/gi, '‹')
    .replaceAll('{\\', '{/');
}

/** UTF-8 without a mark of byte order: programs that do not know the mark take it for a part of the first number. */
export function srtOf(cues: readonly Cue[]): string {
  return cues
    .map(({ startMs, endMs, lines }, at) =>
      [at + 1, `${cueClock(startMs, ',')} --> ${cueClock(endMs, ',')}`, ...lines.map(harmless), '', ''].join(
        lineEnd,
      ),
    )
    .join('');
}
