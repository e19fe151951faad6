import { formatDate, formatOnce } from '../format/dates.ts';
import { minuteMs } from '../format/durations.ts';
import { authorOf, titleAsEntry } from './authors.ts';
import { place } from './places.ts';
import type { Citation, CitedPart, Source } from './quoted-turn.ts';
import type { Speech } from './speeches.ts';
import { testSentence } from './test-notice.ts';
import { inline, joined, list, styled, write } from './write.ts';

const date = formatOnce({ day: 'numeric', month: 'short', year: 'numeric' });
/** "21 nov. 2026"; NBR 6023 does not shorten May. */
const dayOf = (isoDate: string) => date(isoDate).replaceAll(' de ', ' ').replace('mai.', 'maio');

/** "1 arquivo MP4 (42 min)" */
function extent({ fileName, durationMs }: Source): string {
  const format = /\.([a-z0-9]*[a-z][a-z0-9]*)$/i.exec(fileName)?.[1]?.toUpperCase();
  const span = place(durationMs < minuteMs ? durationMs : Math.round(durationMs / minuteMs) * minuteMs);
  return `1 ${format === undefined ? 'gravação' : `arquivo ${format}`} (${span})`;
}

const voicesOf = (speeches: readonly Speech[]) => [...new Set(speeches.flatMap(({ voice }) => voice ?? []))];

function authorsOf(voices: readonly string[]): CitedPart {
  const entries = voices.map((voice) => {
    const { surname, given } = authorOf(voice);
    return given === '' ? surname.toUpperCase() : `${surname.toUpperCase()}, ${given}`;
  });
  if (entries.length > 3) return write`${entries[0] ?? ''} ${styled('italic', 'et al.')}`;
  return list(entries, '; ');
}

const asSentence = (part: CitedPart) => (part.text.endsWith('.') ? part : write`${part}.`);

/** SILVA, João da. Audiência. [S. l.: s. n.], 21 nov. 2026. 1 arquivo MP4 (42 min). */
export function referenceOf(speeches: readonly Speech[], source: Source): Citation {
  const voices = voicesOf(speeches);
  const work =
    voices.length === 0
      ? [write`${titleAsEntry(source.title)}.`]
      : [asSentence(authorsOf(voices)), write`${styled('bold', source.title)}.`];
  const imprint = write`[${styled('italic', 'S. l.: s. n.')}], ${dayOf(source.recordedAt)}.`;
  const notice = source.isTestText ? [testSentence] : [];
  return inline(joined([...work, imprint, write`${extent(source)}.`, ...notice], ' '));
}

/** Informação verbal fornecida por João da Silva na gravação “Audiência”, de 21 de novembro de 2026, 14 min 32 s. */
export function verbalNoteOf(speeches: readonly Speech[], source: Source): Citation {
  const voices = voicesOf(speeches);
  const last = voices.at(-1);
  const names = voices.length > 1 ? `${voices.slice(0, -1).join(', ')} e ${last}` : last;
  const startMs = speeches[0]?.startMs;
  const origin = names === undefined ? 'obtida da' : write`fornecida por ${names} na`;
  const where = list([
    `de ${formatDate(source.recordedAt)}`,
    startMs === undefined ? undefined : place(startMs),
  ]);
  const note = write`Informação verbal ${origin} gravação “${source.title}”, ${where}.`;
  return inline(source.isTestText ? write`${note} ${testSentence}` : note);
}
