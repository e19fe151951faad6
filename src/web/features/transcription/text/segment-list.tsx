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
import { speakerNumbers } from '#domain/transcript/transcript-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { ReadingPlace } from './reading-place.ts';
import type { EditorActions } from './segment-editor.tsx';
import { SegmentRow } from './segment-row.tsx';
import { speakerAt } from './speaker-name.tsx';
import type { TextStore } from './text-store.ts';
import { type SegmentScroller, useSegmentVirtualizer } from './use-segment-virtualizer.ts';
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

type SegmentListProps = {
  store: TextStore;
  parts: readonly JoinedPart[];
  box: RefObject<HTMLElement | null>;
  scroller: RefObject<SegmentScroller | null>;
  isEditing: boolean;
  canRename: boolean;
  marksDoubt: boolean;
  isCollapsed: boolean;
  /** The place to open at. Another object moves the text there. */
  opensAt: ReadingPlace | undefined;
  actions: EditorActions;
  onSeek: ((ms: number) => void) | null;
  /** Runs after each render, because highlights must be set again when rows change. */
  onDrawn: () => void;
  footer: ReactNode;
};

export function SegmentList(props: SegmentListProps) {
  const {
    store,
    parts,
    box,
    isEditing,
    canRename,
    marksDoubt,
    isCollapsed,
    actions,
    onSeek,
    onDrawn,
    footer,
  } = props;
  const segments = useSyncExternalStore(store.subscribe, store.segments);
  const names = useSyncExternalStore(store.subscribe, store.names);
  const count = segments.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: editing a text does not change its speaker
  const numbers = useMemo(() => speakerNumbers(segments), [count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: editing a text does not change its times
  const headings = useMemo(() => partHeadings(segments, parts), [count, parts]);
  /** Only segments that arrive later animate, and only on their first render. */
  const seen = useRef({ first: count, rows: new Set<number>() });
  const focused = useRef<number>(undefined);
  const [stop, setStop] = useState<number>();
  const list = useRef<HTMLOListElement>(null);

  const virtual = useSegmentVirtualizer({ segments, box, list, isCollapsed, focused });
  const { rows, scroller } = virtual;
  const withWordElements = useWordElements(rows, box);
  useLayoutEffect(() => {
    props.scroller.current = scroller;
  }, [props.scroller, scroller]);
  const stopAt = stop !== undefined && rows.some(({ index }) => index === stop) ? stop : virtual.firstVisible;

  useEffect(onDrawn);
  usePlace(props.opensAt, { store, box, scroller, isCollapsed });

  /** Arrow keys move between the time buttons, because the list is one Tab stop. */
  function goByArrow(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || !(event.target as HTMLElement).matches('[data-row-stop]')) return;
    const index = stopAt + by;
    const id = segments[index]?.id;
    if (id === undefined) return;
    event.preventDefault();
    const timeOf = () => box.current?.querySelector<HTMLElement>(`[data-segment="${id}"] [data-row-stop]`);
    if (timeOf() == null) scroller.showSegment(index);
    waitForElement(timeOf, (next) => next.focus());
  }

  function isFresh(index: number) {
    const { first, rows: known } = seen.current;
    if (index < first || known.has(index)) return false;
    known.add(index);
    return true;
  }

  return (
    <section
      ref={box}
      aria-label="Texto da transcrição"
      // Keyboard users must be able to focus a box that scrolls.
      {...(isCollapsed && { tabIndex: 0 })}
      data-marks-doubt={marksDoubt || undefined}
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
        {rows.map(({ index, key, start }) => {
          const id = segments[index]?.id;
          if (id === undefined) return null;
          const line = speakerAt(segments, index, { names, numbers });
          return (
            <li
              key={key}
              ref={virtual.measureRow}
              data-index={index}
              aria-setsize={count}
              aria-posinset={index + 1}
              onFocus={() => {
                focused.current = index;
                setStop(index);
              }}
              onBlur={() => {
                focused.current = undefined;
              }}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - virtual.listTopPx}px)` }}
            >
              <SegmentRow
                store={store}
                id={id}
                fileNames={headings.get(id)}
                speaker={line?.speaker}
                speakerName={line?.name}
                isEditing={isEditing}
                hasWordElements={withWordElements.has(index)}
                canRename={canRename}
                isStop={index === stopAt}
                isFresh={isFresh(index)}
                actions={actions}
                onSeek={onSeek}
              />
            </li>
          );
        })}
      </ol>
      {footer === undefined || footer === null ? null : (
        <div className="mt-3 border-t border-line py-3 text-sm text-ink-soft">{footer}</div>
      )}
    </section>
  );
}

type PlaceOptions = {
  isCollapsed: boolean;
  store: TextStore;
  box: RefObject<HTMLElement | null>;
  scroller: SegmentScroller;
};

/** Rows above get their heights while they render, and the router restores its own scroll position meanwhile. */
const framesToSettle = 30;
const userInput = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Keeps the row at its earlier place until the rows have settled or the user acts. */
function usePlace(place: ReadingPlace | undefined, { store, box, scroller, isCollapsed }: PlaceOptions) {
  useEffect(() => {
    if (place === undefined) return;
    const { id, topPx } = place;
    const index = store.segments().findIndex((each) => each.id === id);
    if (index === -1) return;
    const acted = new AbortController();
    for (const name of userInput)
      addEventListener(name, () => acted.abort(), { once: true, signal: acted.signal });
    let left = framesToSettle;
    const settle = () => {
      if (acted.signal.aborted) return;
      const row = box.current?.querySelector(`[data-segment="${id}"]`);
      const wantedTop = isCollapsed ? (box.current?.getBoundingClientRect().top ?? 0) : topPx;
      if (row == null) scroller.showSegment(index);
      else scroller.scrollBy(row.getBoundingClientRect().top - wantedTop);
      left -= 1;
      if (left > 0) requestAnimationFrame(settle);
      else acted.abort();
    };
    requestAnimationFrame(settle);
    return () => acted.abort();
  }, [place, store, box, scroller, isCollapsed]);
}
