import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { JoinedPart } from '#contract/transcription.ts';
import type { PlaybackClock } from '../player/create-player.ts';
import type { ServerText } from './api.ts';
import { adjacentDoubt, clearDoubt, highlightDoubt } from './doubtful-words.ts';
import { useFind } from './find-bar.tsx';
import type { Match } from './find-text.ts';
import { highlightSpokenWord, type SpokenWordHighlight } from './highlight-spoken-word.ts';
import { useReadingPlace } from './reading-place.ts';
import { clearHighlights, highlightMatches, matchRange } from './search-highlights.ts';
import { type ListSearch, useSearchHits } from './search-hits-bar.tsx';
import type { EditorActions } from './segment-editor.tsx';
import { doubtfulBelow, lastStartedIndex } from './segment-words.tsx';
import { focusRow, showParagraph, tintParagraphs } from './show-paragraph.ts';
import { useSentenceTimes } from './text-choices.ts';
import type { TextShape } from './text-row.tsx';
import { waitForElement } from './text-rows.tsx';
import { placeCaret, selectionOffsets } from './text-selection.ts';
import type { Resolution } from './text-store.ts';
import { bringIntoView } from './text-viewport.ts';
import type { TextScroller } from './use-row-virtualizer.ts';
import { useTextAutosave, useTextStore } from './use-text-store.ts';

type TranscriptViewOptions = {
  jobId: string;
  /** Keep the same object until the server sends another text. */
  server: ServerText;
  editable: boolean;
  /** False for an imported text. */
  hasTimes: boolean;
  searched: ListSearch | undefined;
  /** The files that were joined; empty for a single file. */
  parts: readonly JoinedPart[];
};

export type TranscriptView = ReturnType<typeof useTranscriptView>;

/** Marks the spoken word in the text, and scrolls with it. Call it where the text is mounted. */
export function useSpokenWord(
  { store, box, scroller, follower, setAway, opensElsewhere }: TranscriptView,
  clock: PlaybackClock | null,
) {
  useEffect(() => {
    if (clock === null || box.current === null) return;
    const following = highlightSpokenWord({
      clock,
      store,
      box: box.current,
      showSegment: (index) => scroller.current?.showSegment(index),
      onAway: setAway,
      startsAway: opensElsewhere,
    });
    follower.current = following;
    return () => {
      follower.current = undefined;
      setAway(false);
      following.stop();
    };
  }, [clock, store, box, scroller, follower, setAway, opensElsewhere]);
}

const rowOf = (box: HTMLElement | null, id: number) =>
  box?.querySelector(`[data-segment="${id}"]`)?.closest('li');

function focusSegment(box: HTMLElement | null, id: number) {
  const row = rowOf(box, id);
  if (row != null) focusRow(row);
}

/** The text of one transcription with its reader's state: editing, finding, following the sound. */
export function useTranscriptView(options: TranscriptViewOptions) {
  const { jobId, server, editable, hasTimes, searched: inList, parts } = options;
  const store = useTextStore(jobId, server);
  const status = useSyncExternalStore(store.subscribe, store.status);
  useTextAutosave(store, editable);

  const box = useRef<HTMLElement>(null);
  const scroller = useRef<TextScroller>(null);
  const follower = useRef<SpokenWordHighlight>(undefined);
  const editButton = useRef<HTMLButtonElement>(null);
  const findButton = useRef<HTMLButtonElement>(null);
  const findInput = useRef<HTMLInputElement>(null);
  const [wantsToEdit, setWantsToEdit] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [marksDoubt, setMarksDoubt] = useState(true);
  const [isAway, setAway] = useState(false);
  const [isChoosing, setChoosing] = useState(true);
  const isEditing = editable && wantsToEdit;
  const sentenceTimes = useSentenceTimes();
  const shape: TextShape = isEditing ? 'editing' : sentenceTimes.isOn ? 'sentences' : 'paragraphs';
  const restored = useReadingPlace(jobId, () => scroller.current?.place());
  const [opensAt, setOpensAt] = useState(restored);

  const indexOf = useCallback((id: number) => store.segments().findIndex((each) => each.id === id), [store]);
  const showSegment = useCallback((index: number) => scroller.current?.showSegment(index), []);

  const show = useCallback((element: Element) => {
    if (box.current !== null) bringIntoView(element.getBoundingClientRect(), box.current);
  }, []);

  const writeIn = useCallback(
    (id: number, start: number, end = start) => {
      const index = indexOf(id);
      if (index === -1) return;
      const editorOf = () =>
        box.current?.querySelector<HTMLElement>(`[data-segment="${id}"] [contenteditable]`);
      if (!editorOf()) showSegment(index);
      waitForElement(editorOf, (editor) => {
        placeCaret(editor, { start, end });
        show(editor);
      });
    },
    [indexOf, showSegment, show],
  );

  /** Before the rows or their scroller change, so that the reader keeps the place. */
  const keepPlace = useCallback(() => {
    follower.current?.expectScroll();
    setOpensAt(scroller.current?.place());
  }, []);

  useEffect(() => {
    // The names of voices that were found later stand above the text that is read now.
    if (store.revision() > 0 && server.revision > store.revision()) keepPlace();
    store.follow(server);
  }, [store, server, keepPlace]);

  const actions = useMemo<EditorActions>(() => {
    const goTo = (changed: { id: number; text: string } | undefined) => {
      if (changed === undefined) return;
      const isWriting = document.activeElement?.matches('[data-segment] [contenteditable]') ?? false;
      if (isWriting) return writeIn(changed.id, changed.text.length);
      const rowOf = () => box.current?.querySelector(`[data-segment="${changed.id}"]`);
      if (!rowOf()) showSegment(indexOf(changed.id));
      waitForElement(rowOf, show);
    };
    return {
      type: store.type,
      undo: () => goTo(store.undo()),
      redo: () => goTo(store.redo()),
      move(id, by) {
        const next = store.segments()[indexOf(id) + by];
        if (next !== undefined) writeIn(next.id, by === 1 ? 0 : next.text.length);
        return next !== undefined;
      },
      leave: (id) => focusSegment(box.current, id),
    };
  }, [store, indexOf, writeIn, showSegment, show]);

  /** The focus stays at the same passage, so that the next Tab or arrow key goes on from there. */
  const endEditing = useCallback(() => {
    const row = document.activeElement?.closest('li');
    const id = box.current?.contains(row ?? null) ? row?.querySelector('[data-segment]') : undefined;
    keepPlace();
    setWantsToEdit(false);
    if (id == null) return editButton.current?.focus();
    const segment = Number(id.getAttribute('data-segment'));
    const isReading = () => box.current?.querySelector('[contenteditable]') == null;
    waitForElement(
      () => (isReading() ? rowOf(box.current, segment) : undefined),
      () => focusSegment(box.current, segment),
    );
  }, [keepPlace]);

  /** Keeps the line that is written above the keyboard of a phone. */
  const showCaret = useCallback(() => {
    const selection = getSelection();
    if (box.current === null || selection === null || selection.rangeCount === 0) return;
    const range = selection.getRangeAt(0);
    if (!box.current.contains(range.startContainer)) return;
    const caret = range.getBoundingClientRect();
    // An empty passage has no letters to measure.
    const line = caret.height > 0 ? caret : document.activeElement?.getBoundingClientRect();
    if (line !== undefined) bringIntoView(line, box.current, 'instant');
  }, []);

  const goToDoubt = useCallback(
    (by: 1 | -1) => {
      const editor = document.activeElement;
      const id = Number(editor?.closest('[data-segment]')?.getAttribute('data-segment') ?? Number.NaN);
      const selected = editor instanceof HTMLElement ? selectionOffsets(editor) : undefined;
      const offset = (by === 1 ? selected?.start : selected?.end) ?? (by === 1 ? -1 : Infinity);
      const next = adjacentDoubt(store.segments(), { id, offset }, by);
      if (next !== undefined) writeIn(next.id, next.start, next.end);
      return next;
    },
    [store, writeIn],
  );

  const idAt = useCallback(
    (ms: number) => store.segments()[Math.max(0, lastStartedIndex(store.segments(), ms))]?.id,
    [store],
  );
  /** Shows the paragraph of a segment; the sound may begin to play there. */
  const showPassage = useCallback(
    (id: number, movesFocus = false) => {
      if (box.current === null) return;
      follower.current?.hold();
      showParagraph({ box: box.current, id, scrollNear: () => showSegment(indexOf(id)), movesFocus });
    },
    [showSegment, indexOf],
  );
  const showMoment = useCallback(
    (ms: number, movesFocus = false) => {
      const id = idAt(ms);
      if (id !== undefined) showPassage(id, movesFocus);
    },
    [idAt, showPassage],
  );
  /** Kept, because the list may render their rows later. */
  const tinted = useRef<readonly number[]>([]);
  const tintMoments = useCallback(
    (moments: readonly number[]) => {
      tinted.current = moments.map(idAt).filter((id) => id !== undefined);
      if (box.current !== null) tintParagraphs(box.current, tinted.current);
    },
    [idAt],
  );

  /** The parts that draw on the text. */
  const drawMore = useRef(new Set<() => void>());
  const onRowsDrawn = useCallback((draw: () => void) => {
    drawMore.current.add(draw);
    draw();
    return () => {
      drawMore.current.delete(draw);
    };
  }, []);
  const wantedMatch = useRef<Match>(undefined);
  const showMatch = (match: Match) => {
    wantedMatch.current = match;
    follower.current?.lookElsewhere();
    const rangeOf = () => (box.current === null ? undefined : matchRange(box.current, match));
    if (rangeOf() === undefined) showSegment(indexOf(match.id));
    waitForElement(rangeOf, (range) => {
      // The row of an earlier match may come later than that of a quickly typed query.
      if (box.current !== null && wantedMatch.current === match)
        bringIntoView(range.getBoundingClientRect(), box.current);
    });
  };
  const find = useFind(store, isFinding, showMatch);
  const hits = useSearchHits({
    store,
    searched: inList,
    opensAtMatch: restored === undefined,
    onShow: showMatch,
  });
  const markRows = () => {
    follower.current?.redraw();
    if (box.current !== null && tinted.current.length > 0) tintParagraphs(box.current, tinted.current);
    const { matches, current } = isFinding ? find : hits;
    if (box.current === null || matches.length === 0) clearHighlights();
    else highlightMatches(box.current, matches, current);
    if (box.current !== null && isEditing && marksDoubt) highlightDoubt(box.current, store.segmentAt);
    else clearDoubt();
    for (const draw of drawMore.current) draw();
  };
  useEffect(
    () => () => {
      clearHighlights();
      clearDoubt();
    },
    [],
  );

  function openFind() {
    setFinding(true);
    findInput.current?.focus();
    findInput.current?.select();
  }

  function closeFind() {
    setFinding(false);
    follower.current?.stopLooking();
    clearHighlights();
    findButton.current?.focus();
  }

  const hasDoubt = useMemo(
    () =>
      server.segments.some(({ words }) => words?.some(({ confidence = 1 }) => confidence < doubtfulBelow)),
    [server],
  );

  return {
    store,
    status,
    parts,
    editable,
    isEditing,
    isFinding,
    isAway,
    isChoosing,
    shape,
    hasTimes,
    showsSentenceTimes: sentenceTimes.isOn,
    hasDoubt,
    marksDoubt,
    actions,
    find,
    /** The search in the list that led here, with its matches in this text. */
    hits: inList === undefined || hits.matches.length === 0 ? undefined : { ...hits, ...inList },
    opensAt,
    keepPlace,
    showMoment,
    showPassage,
    tintMoments,
    opensElsewhere: inList !== undefined || restored !== undefined,
    box,
    scroller,
    follower,
    setAway,
    editButton,
    findButton,
    findInput,
    toggleEditing() {
      keepPlace();
      setWantsToEdit(!isEditing);
    },
    /** For a caller that scrolls to a passage itself. */
    startEditing: () => setWantsToEdit(true),
    endEditing,
    writeIn,
    onRowsDrawn,
    showCaret,
    goToDoubt,
    toggleSentenceTimes() {
      keepPlace();
      sentenceTimes.toggle();
    },
    openFind,
    closeFind,
    setMarksDoubt,
    markRows,
    followSound: () => follower.current?.follow(),
    chooseVersion: setChoosing,
    resolve(resolution: Resolution) {
      store.resolve(resolution);
      setChoosing(true);
    },
  };
}
