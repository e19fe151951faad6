import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { JoinedPart } from '#contract/transcription.ts';
import { partHeadings } from '#domain/transcript/part-headings.ts';
import { type Turn, toReadingParagraphs } from '#domain/transcript/reading-paragraphs.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { speakerNumbers } from '#domain/transcript/transcript-text.ts';
import { abortOnUserInput } from '#web/browser/user-input.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { ReadingPlace } from './reading-place.ts';
import type { EditorActions } from './segment-editor.tsx';
import { FileHeadings, TextRow, type TextShape } from './text-row.tsx';
import type { TextStore } from './text-store.ts';
import { TurnName, turnReach, useTurns } from './turn-name.tsx';
import { type TextScroller, useRowVirtualizer } from './use-row-virtualizer.ts';
import { useWordElements } from './word-elements.ts';

/** The virtual list measures rows one frame after it renders them; a jump to a far row takes several frames. */
const framesToWait = 30;

export function waitForElement<T extends object>(find: () => T | null | undefined, then: (found: T) => void) {
  let left = framesToWait;
  const tryFind = () => {
    const found = find();
    if (found !== null && found !== undefined) then(found);
    else if (left-- > 0) requestAnimationFrame(tryFind);
  };
  requestAnimationFrame(tryFind);
}

/** The segments below a name. */
export type NamedTurn = Readonly<{ speaker: string; ids: readonly number[] }>;

type TextRowsProps = {
  store: TextStore;
  parts: readonly JoinedPart[];
  box: RefObject<HTMLElement | null>;
  scroller: RefObject<TextScroller | null>;
  shape: TextShape;
  /** False for an imported text. */
  hasTimes: boolean;
  /** Presses on the name above a turn. Absent while the text is read-only. */
  onName: ((turn: NamedTurn, button: HTMLElement) => void) | undefined;
  marksDoubt: boolean;
  isCollapsed: boolean;
  /** The place to open at. Another object moves the text there. */
  opensAt: ReadingPlace | undefined;
  actions: EditorActions;
  onSeek: ((ms: number) => void) | null;
  /** Runs after each render, because highlights must be set again when rows change. */
  onDrawn: () => void;
  /** Beside a row. */
  margin: (segments: readonly StoredSegment[]) => ReactNode;
  footer: ReactNode;
};

export function TextRows(props: TextRowsProps) {
  const {
    store,
    parts,
    box,
    shape,
    hasTimes,
    onName,
    marksDoubt,
    isCollapsed,
    actions,
    onSeek,
    onDrawn,
    margin,
    footer,
  } = props;
  const segments = useSyncExternalStore(store.subscribe, store.segments);
  const names = useSyncExternalStore(store.subscribe, store.names);
  const count = segments.length;
  const speakers = JSON.stringify([...speakerNumbers(segments)]);
  // Each key press makes new segments, and rarely another speaker.
  const numbers = useMemo(() => new Map<string, number>(JSON.parse(speakers)), [speakers]);
  const naming = useMemo(() => ({ names, numbers }), [names, numbers]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: editing a text does not change its times
  const headings = useMemo(() => partHeadings(segments, parts), [count, parts]);
  const rows = useMemo(
    () =>
      shape === 'paragraphs'
        ? toReadingParagraphs(segments, headings)
        : segments.map((segment, index) => ({ index, segments: [segment] })),
    [shape, segments, headings],
  );
  const turns = useTurns(rows, naming, shape === 'editing');
  const hasName = (row: number) => turns.get(row)?.first === row;
  /** Only segments that arrive later animate, and only on their first render. */
  const seen = useRef({ first: count, ids: new Set<number>() });
  const focused = useRef<number>(undefined);
  const [stop, setStop] = useState<number>();
  const list = useRef<HTMLOListElement>(null);

  const virtual = useRowVirtualizer({ rows, shape, hasName, box, list, isCollapsed, focused });
  const { items, scroller } = virtual;
  const withWordElements = useWordElements(items, box);
  useLayoutEffect(() => {
    props.scroller.current = scroller;
  }, [props.scroller, scroller]);
  const stopAt =
    stop !== undefined && items.some(({ index }) => index === stop) ? stop : virtual.firstVisible;

  useEffect(onDrawn);
  usePlace(props.opensAt, { store, box, scroller, isCollapsed });

  /** Arrow keys move between the times, or between the names, because the list is one Tab stop. */
  function goByArrow(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stopKind = ['[data-row-stop]', '[data-turn-name]'].find((kind) =>
      (event.target as HTMLElement).matches(kind),
    );
    if (by === undefined || stopKind === undefined) return;
    const turn = turns.get(stopAt);
    const besideTurn = by === 1 ? (turn?.last ?? stopAt) + 1 : (turn?.first ?? stopAt) - 1;
    const index = stopKind === '[data-row-stop]' ? stopAt + by : (turns.get(besideTurn)?.first ?? besideTurn);
    if (rows[index] === undefined) return;
    event.preventDefault();
    const stopOf = () => list.current?.querySelector<HTMLElement>(`[data-index="${index}"] ${stopKind}`);
    if (stopOf() == null) scroller.showRow(index);
    waitForElement(stopOf, (next) => next.focus());
  }

  function isFresh(index: number, id: number) {
    const { first, ids } = seen.current;
    if (index < first || ids.has(id)) return false;
    ids.add(id);
    return true;
  }

  /** The first rendered row of a turn holds its name, or the row with the focus: a name may be typed there. */
  function holdsName(turn: Turn, index: number) {
    const { current } = focused;
    if (current !== undefined && turns.get(current) === turn) return index === current;
    return items.find((item) => turns.get(item.index) === turn)?.index === index;
  }

  const namedTurn = ({ speaker, first, last }: Turn): NamedTurn => ({
    speaker,
    ids: rows.slice(first, last + 1).flatMap((row) => row.segments.map(({ id }) => id)),
  });

  function nameAt(index: number) {
    const turn = turns.get(index);
    if (turn === undefined || !holdsName(turn, index)) return null;
    return (
      <TurnName
        turn={turn}
        naming={naming}
        {...turnReach(turn, index, virtual.measured)}
        isStop={turn.first <= stopAt && stopAt <= turn.last}
        onPress={onName && ((button) => onName(namedTurn(turn), button))}
      />
    );
  }

  return (
    <section
      ref={box}
      aria-label="Texto da transcrição"
      // Keyboard users must be able to focus a box that scrolls.
      {...(isCollapsed && { tabIndex: 0 })}
      data-marks-doubt={marksDoubt || undefined}
      data-has-turns={turns.size > 0 || undefined}
      className={classNames(
        'relative',
        isCollapsed &&
          'max-h-[300px] overflow-y-auto overscroll-contain rounded-card border border-line px-3 focus-visible:-outline-offset-2 sm:px-4',
      )}
    >
      {/* The virtual list moves the scroll position itself when it measures rows above. */}
      <ol
        ref={list}
        className="relative [overflow-anchor:none]"
        onKeyDown={goByArrow}
        style={{ height: virtual.heightPx }}
      >
        {items.map(({ index, key, start }) => {
          const row = rows[index];
          const id = row?.segments[0]?.id;
          if (row === undefined || id === undefined) return null;
          return (
            <li
              key={key}
              ref={virtual.measureRow}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              onFocus={() => {
                focused.current = index;
                setStop(index);
              }}
              onBlur={() => {
                focused.current = undefined;
              }}
              className="absolute inset-x-0"
              // Not a transform: sticky names are placed as if it did not exist.
              style={{ top: start - virtual.listTopPx }}
            >
              <FileHeadings names={headings.get(id)} />
              <div className="relative">
                {nameAt(index)}
                <TextRow
                  segments={row.segments}
                  shape={shape}
                  hasWordElements={withWordElements.has(index)}
                  hasTime={hasTimes}
                  hasName={hasName(index)}
                  isStop={index === stopAt}
                  isFresh={isFresh(row.index, id)}
                  actions={actions}
                  onSeek={onSeek}
                />
                {margin(row.segments)}
              </div>
            </li>
          );
        })}
      </ol>
      {footer === undefined || footer === null ? null : (
        // Another element for each length of the text: below a text that grows, it does not move.
        <div key={count} className="mt-3 border-t border-line py-3 text-sm text-ink-soft">
          {footer}
        </div>
      )}
    </section>
  );
}

type PlaceOptions = {
  isCollapsed: boolean;
  store: TextStore;
  box: RefObject<HTMLElement | null>;
  scroller: TextScroller;
};

/** Rows above get their heights while they render, and the router restores its own scroll position meanwhile. */
const framesToSettle = 30;

/** Keeps the row at its earlier place until the rows have settled or the user acts. */
function usePlace(restored: ReadingPlace | undefined, { store, box, scroller, isCollapsed }: PlaceOptions) {
  // Another scroller is no reason to return to the place: a moment that opens a collapsed text scrolls to its passage.
  const latest = useRef({ scroller, isCollapsed });
  useLayoutEffect(() => {
    latest.current = { scroller, isCollapsed };
  });
  useEffect(() => {
    if (restored === undefined) return;
    const { id, topPx } = restored;
    const index = store.segments().findIndex((each) => each.id === id);
    if (index === -1) return;
    const acted = new AbortController();
    abortOnUserInput(acted);
    let left = framesToSettle;
    const settle = () => {
      if (acted.signal.aborted) return;
      const row = box.current?.querySelector(`[data-segment="${id}"]`);
      const { current } = latest;
      const wantedTop = current.isCollapsed ? (box.current?.getBoundingClientRect().top ?? 0) : topPx;
      if (row == null) current.scroller.showSegment(index);
      else current.scroller.scrollBy(row.getBoundingClientRect().top - wantedTop);
      left -= 1;
      if (left > 0) requestAnimationFrame(settle);
      else acted.abort();
    };
    requestAnimationFrame(settle);
    return () => acted.abort();
  }, [restored, store, box]);
}
