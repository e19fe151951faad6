import type { Mark } from '#contract/marks.ts';
import type { Transcription } from '#contract/transcription.ts';
import {
  type CitationStyle,
  type CitedBlock,
  cite,
  citeAll,
  type QuotedTurn,
  type Source,
} from '#domain/citation/citation.ts';
import { clock } from '#domain/citation/places.ts';
import { quotableText } from '#domain/citation/quotable-text.ts';
import { selectedTurns } from '#domain/citation/selected-turns.ts';
import { type MarkPlace, placeMark } from '#domain/marks/place-marks.ts';
import { readableSegments } from '#domain/transcript/readable-segments.ts';
import { testTextNote } from '#domain/transcript/test-text.ts';
import { plainText } from './plain-text.ts';
import { documentSubtitle, documentTitle, speakerNamer } from './transcript.ts';

/** A marked passage as a document shows it. */
type Entry = Readonly<{
  blocks: readonly CitedBlock[];
  /** Below it: the owner's note, and whether the text has changed since. */
  asides: readonly string[];
}>;

/** Marked passages as their documents show them. Plain data, because it goes to a worker thread. */
export type MarksDocument = Readonly<{
  title: string;
  warning: string | null;
  notes: readonly string[];
  entries: readonly Entry[];
  language: string;
  productName: string;
}>;

type Placed = Readonly<{ mark: Mark; place: MarkPlace; turns: readonly QuotedTurn[] }>;

function placeAll(transcription: Transcription, marks: readonly Mark[]): Placed[] {
  const { segments, hasTimes } = readableSegments(transcription);
  const nameOf = speakerNamer({ ...transcription, segments });
  const text = quotableText({ segments, parts: transcription.parts, nameOf, hasTimes });
  return marks.map((mark) => {
    const place = placeMark(segments, mark);
    return { mark, place, turns: place.state === 'gone' ? [] : selectedTurns(text, place) };
  });
}

const textBlock = (text: string): CitedBlock => ({ kind: 'text', runs: [{ text: plainText(text) }] });

const noteOf = ({ mark }: Placed) => (mark.note === '' ? [] : [`Nota: ${mark.note}`]);
const changeOf = ({ mark, place }: Placed) =>
  place.state === 'changed' ? [`O texto mudou depois da marca. Antes: “${mark.quote}”`] : [];

/** A table has no room for notes, so that they follow it with their times. */
function tableEntry(placed: readonly Placed[], source: Source): Entry {
  const asides = placed.flatMap((each) => {
    const [first] = each.turns;
    const time = first?.startMs === undefined ? '' : `${clock(first.startMs)}. `;
    return [...noteOf(each), ...changeOf(each)].map((line) => time + line);
  });
  return {
    blocks: citeAll(
      'petition',
      placed.map(({ turns }) => turns),
      source,
    ).blocks,
    asides,
  };
}

export function toMarksDocument(
  transcription: Transcription,
  marks: readonly Mark[],
  { style, productName }: { style: CitationStyle; productName: string },
): MarksDocument {
  const name = documentTitle(transcription);
  const durationMs = Math.round(transcription.audio_duration * 1_000);
  const source: Source = {
    title: name,
    fileName: transcription.file_name,
    recordedAt: transcription.created_at,
    durationMs,
    isTestText: transcription.engine_is_sandbox,
  };
  const placed = placeAll(transcription, marks);
  const present = placed.filter(({ place }) => place.state !== 'gone');
  const quoted =
    style === 'petition' && present.length > 1
      ? [tableEntry(present, source)]
      : present.map((each) => ({
          blocks: cite(style, each.turns, source).blocks,
          asides: [...noteOf(each), ...changeOf(each)],
        }));
  // Without these, the note of a deleted passage would be lost.
  const deleted = placed
    .filter(({ place }) => place.state === 'gone')
    .map((each) => ({ blocks: [textBlock(`Apagado do texto: “${each.mark.quote}”`)], asides: noteOf(each) }));
  return {
    title: `Trechos: ${name}`,
    warning: transcription.engine_is_sandbox ? testTextNote : null,
    notes: [documentSubtitle({ createdAt: transcription.created_at, durationMs })],
    entries: [...quoted, ...deleted],
    language: 'pt-BR',
    productName,
  };
}
