import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Mark, maxQuoteLetters, nothingMarked } from '#contract/marks.ts';
import type { Marked } from '#domain/marks/place-marks.ts';
import { speakerName } from '#domain/transcript/transcript-text.ts';
import { randomUuid } from '#web/browser/random-uuid.ts';
import { toast } from '#web/ui/toast.tsx';
import { namingOf } from '../text/speaker-naming.ts';
import { useRestedText } from '../text/use-rested-text.ts';
import type { TranscriptView } from '../text/use-transcript-view.ts';
import { clearMarks, drawMarks } from './draw-marks.ts';
import { type PlacedMark, placedMarks } from './placed-marks.ts';
import { useSavedMarks } from './use-saved-marks.ts';

const tooLong = 'A seleção é longa demais para marcar. Selecione no máximo 20.000 letras.';

const isAt = ({ words, place }: PlacedMark, { quote, passage, offset }: Marked) =>
  place.state !== 'gone' && words === quote && place.from.id === passage && place.from.offset === offset;

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

function placedIn({ store }: TranscriptView, marks: readonly Mark[]): PlacedMark[] {
  if (marks.length === 0) return [];
  const naming = namingOf(store);
  return placedMarks({ segments: store.segments(), nameOf: (each) => speakerName(each, naming) }, marks);
}

/** The marks with their places, once the text rests. */
function usePlacedMarks(view: TranscriptView, marks: readonly Mark[]): readonly PlacedMark[] {
  const { store } = view;
  const changes = useRestedText(store, marks.length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of changes stands for the text of the store
  return useMemo(() => placedIn(view, marks), [store, marks, changes]);
}

function useDrawnMarks({ box, onRowsDrawn }: TranscriptView, placed: readonly PlacedMark[]) {
  const draw = useEffectEvent(() => {
    if (box.current !== null) drawMarks(box.current, placed);
  });
  useEffect(() => {
    const stop = onRowsDrawn(() => draw());
    return () => {
      stop();
      clearMarks();
    };
  }, [onRowsDrawn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: draws when the places change
  useEffect(() => draw(), [placed]);
}

type MarksOptions = {
  jobId: string;
  view: TranscriptView;
  isOffered: boolean;
  /** Shows the list. */
  onOpen: () => void;
};

export type MarkList = ReturnType<typeof useMarks>;

/** The marks of a text: in the list, and drawn on the words. */
export function useMarks({ jobId, view, isOffered, onOpen }: MarksOptions) {
  /** The mark that the list focuses. Another object asks again. */
  const [focused, setFocused] = useState<Readonly<{ id: string }>>();
  /** Several notes may be open, because pressing another mark must not close one that is being written. */
  const [written, setWritten] = useState<ReadonlySet<string>>(new Set());
  function open(id: string, writesNote = false) {
    onOpen();
    if (writesNote) setWritten((before) => new Set(before).add(id));
    else setFocused({ id });
  }
  const saved = useSavedMarks({
    jobId,
    isOffered,
    onWriteNote: (id) => open(id, true),
    onRestore: (id) => setFocused({ id }),
  });
  const placed = usePlacedMarks(view, saved.marks);
  useDrawnMarks(view, placed);

  const moments = useMemo(
    () => placed.flatMap(({ place }) => (place.state === 'gone' ? [] : (place.startMs ?? []))),
    [placed],
  );

  return {
    query: saved.query,
    marks: placed,
    /** The times at which they begin. */
    moments,
    focused,
    written,
    open,
    closeNote(id: string) {
      setWritten((before) => new Set([...before].filter((each) => each !== id)));
    },
    remove: saved.remove,
    saveNote: saved.saveNote,
    addSelection(words: Marked) {
      if (words.quote.length > maxQuoteLetters) return void toast.error(tooLong);
      if (!hasWord(words.quote)) return void toast.error(nothingMarked);
      const known = placed.find((each) => isAt(each, words))?.mark;
      if (known === undefined)
        return saved.add({ ...words, id: randomUuid(), note: '', created_at: new Date().toISOString() });
      toast.success('Este trecho já está marcado.', {
        action: { label: 'Ver a marca', onClick: () => open(known.id) },
      });
    },
    /** The words of now become the marked ones. */
    accept({ mark, words, place }: PlacedMark) {
      if (place.state === 'gone') return;
      const { id: passage, offset } = place.from;
      saved.replace({ ...mark, quote: words, passage, offset }, mark);
    },
  };
}
