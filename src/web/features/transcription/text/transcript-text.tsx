import { LocateFixed } from 'lucide-react';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button } from '../../../ui/button.tsx';
import type { PlaybackClock } from '../player/create-player.ts';
import type { ServerText } from './api.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FindBar, useFind } from './find-bar.tsx';
import type { Match } from './find-text.ts';
import { highlightSpokenWord, type SpokenWordHighlight } from './highlight-spoken-word.ts';
import { useTextAutosave, useTextStore } from './open-text-store.ts';
import { PrintedText } from './printed-text.tsx';
import { clearHighlights, highlightMatches, matchRange } from './search-highlights.ts';
import { type ListSearch, SearchHitsBar, useSearchHits } from './search-hits-bar.tsx';
import type { EditorActions } from './segment-editor.tsx';
import { SegmentList, type SegmentVirtualizer, waitForElement } from './segment-list.tsx';
import { doubtfulBelow, timedWords } from './segment-words.tsx';
import { placeCaret } from './text-selection.ts';
import type { Resolution } from './text-store.ts';
import { SaveNote, TextToolbar } from './text-toolbar.tsx';
import { bringIntoView } from './text-viewport.ts';

type TranscriptTextProps = {
  jobId: string;
  /** Keep the same object until the server sends another text. */
  server: ServerText;
  editable: boolean;
  clock: PlaybackClock | null;
  /** Null without audio: times and words are then not clickable. */
  onSeek: ((ms: number) => void) | null;
  /** Full height instead of a 300 px box. */
  isOpen: boolean;
  /** Shown inside the box, below the text: the watermark of the free plan. */
  footer?: ReactNode;
  searched?: ListSearch | undefined;
};

export function TranscriptText(props: TranscriptTextProps) {
  const { jobId, server, editable, clock, onSeek, isOpen, footer } = props;
  const store = useTextStore(jobId, server);
  useEffect(() => store.follow(server), [store, server]);
  const status = useSyncExternalStore(store.subscribe, store.status);
  useTextAutosave(store, editable);

  const root = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLElement>(null);
  const virtualizer = useRef<SegmentVirtualizer>(null);
  const follower = useRef<SpokenWordHighlight>(undefined);
  const editButton = useRef<HTMLButtonElement>(null);
  const findButton = useRef<HTMLButtonElement>(null);
  const [wantsToEdit, setWantsToEdit] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [marksDoubt, setMarksDoubt] = useState(true);
  const [isAway, setAway] = useState(false);
  const [isChoosing, setChoosing] = useState(true);
  const isEditing = editable && wantsToEdit;

  const indexOf = useCallback((id: number) => store.segments().findIndex((each) => each.id === id), [store]);
  const editorOf = useCallback(
    (id: number) => box.current?.querySelector<HTMLElement>(`[data-segment="${id}"] [contenteditable]`),
    [],
  );

  const showSegment = useCallback((index: number, align: 'auto' | 'center' = 'center') => {
    virtualizer.current?.scrollToIndex(index, { align });
  }, []);

  const writeIn = useCallback(
    (id: number, caret: number) => {
      const index = indexOf(id);
      if (index === -1) return;
      if (!editorOf(id)) showSegment(index, 'auto');
      waitForElement(
        () => editorOf(id),
        (editor) => {
          placeCaret(editor, { start: caret, end: caret });
          editor.scrollIntoView({ block: 'nearest' });
        },
      );
    },
    [indexOf, editorOf, showSegment],
  );

  const actions = useMemo<EditorActions>(() => {
    const goTo = (changed: { id: number; text: string } | undefined) => {
      if (changed === undefined) return;
      const isWriting = document.activeElement?.matches('[data-segment] [contenteditable]') ?? false;
      if (isWriting) writeIn(changed.id, changed.text.length);
      else showSegment(indexOf(changed.id), 'auto');
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
      leave() {
        setWantsToEdit(false);
        editButton.current?.focus();
      },
    };
  }, [store, indexOf, writeIn, showSegment]);

  const showMatch = (match: Match) => {
    follower.current?.lookElsewhere();
    const rangeOf = () => (box.current === null ? undefined : matchRange(box.current, match));
    if (rangeOf() === undefined) showSegment(indexOf(match.id));
    waitForElement(rangeOf, (range) => {
      if (box.current !== null) bringIntoView(range.getBoundingClientRect(), box.current);
    });
  };
  const find = useFind(store, isFinding, showMatch);
  const searched = useSearchHits({ store, searched: props.searched, onShow: showMatch });
  const hasSearch = props.searched !== undefined;
  const onDrawn = () => {
    const { matches, current } = isFinding ? find : searched;
    if (box.current === null || matches.length === 0) clearHighlights();
    else highlightMatches(box.current, matches, current);
  };

  function closeFind() {
    setFinding(false);
    follower.current?.stopLooking();
    clearHighlights();
    findButton.current?.focus();
  }
  useEffect(() => clearHighlights, []);

  // Native listeners, because the box is not interactive itself; the toolbar buttons document the shortcuts.
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const isField = event.target instanceof HTMLInputElement;
      if (key === 'f' && !event.shiftKey) setFinding(true);
      else if (!editable || isField) return;
      else if (key === 'z' && !event.shiftKey) actions.undo();
      else if (key === 'y' || key === 'z') actions.redo();
      else return;
      event.preventDefault();
    }
    function onClick(event: MouseEvent) {
      const word = event.target instanceof Element ? event.target.closest('[data-word]') : null;
      // A click that ends a text selection must not seek.
      if (onSeek === null || word === null || getSelection()?.isCollapsed === false) return;
      const id = Number(word.closest('[data-segment]')?.getAttribute('data-segment'));
      const segment = store.segmentAt(id);
      const timedWord = segment && timedWords(segment)[Number(word.getAttribute('data-word'))];
      if (timedWord === undefined) return;
      onSeek(timedWord.start_ms);
    }
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('click', onClick);
    return () => {
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('click', onClick);
    };
  }, [store, actions, editable, onSeek]);

  useEffect(() => {
    if (clock === null || box.current === null) return;
    const following = highlightSpokenWord({
      clock,
      store,
      box: box.current,
      showSegment: (index) => showSegment(index),
      onAway: setAway,
      startsAway: hasSearch,
    });
    follower.current = following;
    return () => {
      follower.current = undefined;
      setAway(false);
      following.stop();
    };
  }, [clock, store, showSegment, hasSearch]);

  const hasDoubt = useMemo(
    () =>
      server.segments.some(({ words }) => words?.some(({ confidence = 1 }) => confidence < doubtfulBelow)),
    [server],
  );

  function resolve(resolution: Resolution) {
    store.resolve(resolution);
    setChoosing(true);
  }

  const showsNote = isEditing || status.save.kind !== 'saved' || status.conflicts.length > 0;
  return (
    <>
      <div
        ref={root}
        data-plays={onSeek === null ? undefined : ''}
        className="relative overflow-clip rounded-card border border-line bg-raised print:hidden"
      >
        <TextToolbar
          editable={editable}
          isEditing={isEditing}
          isFinding={isFinding}
          hasDoubt={hasDoubt}
          marksDoubt={marksDoubt}
          status={status}
          editButton={editButton}
          findButton={findButton}
          onEdit={() => setWantsToEdit(!isEditing)}
          onFind={() => (isFinding ? closeFind() : setFinding(true))}
          onUndo={actions.undo}
          onRedo={actions.redo}
          onMarkDoubt={setMarksDoubt}
          note={
            showsNote ? (
              <SaveNote
                status={status}
                onRetry={() => void store.saveNow()}
                onResolve={() => setChoosing(true)}
              />
            ) : null
          }
        />
        {isFinding ? <FindBar find={find} canReplace={editable} onClose={closeFind} /> : null}
        {isFinding || props.searched === undefined || searched.matches.length === 0 ? null : (
          <SearchHitsBar searched={searched} onDismiss={props.searched.onDismiss} />
        )}
        {status.isRestored ? (
          <p
            role="status"
            className="border-b border-notice-line bg-notice-soft px-4 py-2 text-sm text-notice"
          >
            Recuperamos o que você tinha escrito e ainda não estava salvo.
          </p>
        ) : null}
        <SegmentList
          store={store}
          box={box}
          virtualizer={virtualizer}
          isEditing={isEditing}
          canRename={editable}
          marksDoubt={marksDoubt && !isEditing}
          isOpen={isOpen}
          actions={actions}
          onSeek={onSeek}
          onDrawn={onDrawn}
          footer={footer}
        />
        {isAway ? (
          <div className="pointer-events-none absolute inset-x-0 bottom-3 grid justify-items-center">
            <Button
              variant="secondary"
              className="pointer-events-auto animate-rise shadow-float"
              onClick={() => follower.current?.follow()}
            >
              <LocateFixed aria-hidden="true" className="size-4" />
              Voltar ao trecho que toca
            </Button>
          </div>
        ) : null}
        {isEditing ? (
          <p className="border-t border-line px-4 py-2 text-sm text-ink-soft">
            Tab vai ao próximo trecho, Esc termina. O que você escreve é salvo sozinho.
          </p>
        ) : null}
        <ConflictDialog store={store} open={isChoosing} onOpenChange={setChoosing} onResolve={resolve} />
      </div>
      <PrintedText store={store} footer={footer} />
    </>
  );
}
