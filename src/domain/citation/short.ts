import { clock } from './places.ts';
import { quoted } from './quotation-marks.ts';
import type { Citation, Source } from './quoted-turn.ts';
import { markedWords, type Speech } from './speeches.ts';
import { testNotice } from './test-notice.ts';
import { inline, list, nothing, paragraphs, write } from './write.ts';

/** “Não vi o semáforo.” (João da Silva, 00:14:32) */
export function shortCitation(speeches: readonly Speech[], source: Source): Citation {
  const lines = speeches.map((speech) => {
    const time = speech.startMs === undefined ? undefined : clock(speech.startMs);
    const origin = list([speech.voice ?? source.title, time]);
    return write`${quoted(markedWords(speech))} (${origin}${testNotice(source, '; ')})`;
  });
  const [line = nothing] = lines;
  return lines.length > 1 ? paragraphs(lines) : inline(line);
}
