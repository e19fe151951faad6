import { spokenPlace } from './places.ts';
import { quoted, withoutStop } from './quotation-marks.ts';
import type { Citation, CitedPart, Source } from './quoted-turn.ts';
import type { Speech } from './speeches.ts';
import { testSentence } from './test-notice.ts';
import { inline, nothing, paragraphs, write } from './write.ts';

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const placeOf = ({ startMs }: Speech) => (startMs === undefined ? 'na gravação' : spokenPlace(startMs));

/** Newspapers show a part of a sentence by its small letter, without a sign for the omitted words. */
const wordsOf = ({ paragraphs: all }: Speech) => withoutStop(all.join(' '));
const verbAfter = (words: string) => (words.endsWith('?') ? 'perguntou' : 'disse');

function sentence(speech: Speech, source: Source): CitedPart {
  const words = wordsOf(speech);
  const origin = write`${placeOf(speech)} “${source.title}”`;
  if (speech.voice === undefined) return write`${quoted(words)}, ouve-se ${origin}.`;
  const comma = speech.startMs === undefined ? '' : ',';
  return write`${quoted(words)}, ${verbAfter(words)} ${speech.voice}${comma} ${origin}.`;
}

/** — Não vi o semáforo — disse João da Silva. */
function dialogue(speeches: readonly Speech[], source: Source): Citation {
  const [first] = speeches;
  const lead = first === undefined ? nothing : write`${capitalised(placeOf(first))} “${source.title}”:`;
  const lines = speeches.map((speech) => {
    const words = wordsOf(speech);
    if (speech.voice === undefined) return write`— ${words}.`;
    return write`— ${words} — ${verbAfter(words)} ${speech.voice}.`;
  });
  return paragraphs([lead, ...lines, ...(source.isTestText ? [testSentence] : [])]);
}

/** “Não vi o semáforo”, disse João da Silva, aos 14 minutos e 32 segundos da gravação “Audiência”. */
export function pressCitation(speeches: readonly Speech[], source: Source): Citation {
  const [speech] = speeches;
  if (speech === undefined || speeches.length > 1) return dialogue(speeches, source);
  const written = sentence(speech, source);
  return inline(source.isTestText ? write`${written} ${testSentence}` : written);
}
