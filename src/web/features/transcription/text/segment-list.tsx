import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { speakerNumbers } from '#domain/transcript/transcript-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { EditorActions } from './segment-editor.tsx';
import { SegmentRow } from './segment-row.tsx';
import { speakerAt } from './speaker-name.tsx';
import type { TextStore } from './text-store.ts';

/** The virtual list measures rows one frame after it renders them; a jump to a far row takes several frames. */
const framesToWait = 12;

export function waitForElement<T extends object>(find: () => T | null | undefined, then: (found: T) => void) {
  let left = framesToWait;
  const tryFind = () => {
    const found = find();
    if (found !== null && found !== undefined) then(found);
    else if (left-- > 0) requestAnimationFrame(tryFind);
  };
  requestAnimationFrame(tryFind);
}

export type SegmentVirtualizer = Virtualizer<HTMLElement, HTMLLIElement>;

type SegmentListProps = {
  store: TextStore;
  box: RefObject<HTMLElement | null>;
  virtualizer: RefObject<SegmentVirtualizer | null>;
  isEditing: boolean;
  canRename: boolean;
  marksDoubt: boolean;
  isOpen: boolean;
  actions: EditorActions;
  onSeek: ((ms: number) => void) | null;
  /** Runs after each render, because highlights must be set again when rows change. */
  onDrawn: () => void;
  footer: ReactNode;
};

const linePx = 29;
const rowPaddingPx = 8;
const letterPx = 8.6;
const overscan = 6;
const atEndPx = 48;

/** An estimate for the scroll bar; the virtual list measures each row when it renders. */
function estimate(letters: number, boxPx: number): number {
  const columnPx = Math.min(boxPx < 560 ? boxPx - 24 : boxPx - 108, 620);
  const lines = Math.max(1, Math.ceil((letters * letterPx) / Math.max(120, columnPx)));
  return lines * linePx + rowPaddingPx + (boxPx < 560 ? 40 : 0);
}

export function SegmentList(props: SegmentListProps) {
  const { store, box, isEditing, canRename, marksDoubt, isOpen, actions, onSeek, onDrawn, footer } = props;
  const segments = useSyncExternalStore(store.subscribe, store.segments);
  const names = useSyncExternalStore(store.subscribe, store.names);
  const count = segments.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: editing a text does not change its speaker
  const numbers = useMemo(() => speakerNumbers(segments), [count]);
  /** Only segments that arrive later animate, and only on their first render. */
  const seen = useRef({ first: count, rows: new Set<number>() });
  const focused = useRef<number>(undefined);
  const [stop, setStop] = useState<number>();

  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count,
    getScrollElement: () => box.current,
    estimateSize: (index) => estimate(segments[index]?.text.length ?? 0, box.current?.clientWidth ?? 700),
    getItemKey: (index) => segments[index]?.id ?? index,
    overscan,
    paddingStart: 8,
    // Keep the focused row rendered, so that scrolling away does not lose the caret.
    rangeExtractor(range) {
      const indexes = defaultRangeExtractor(range);
      const at = focused.current;
      if (at === undefined || at >= count || indexes.includes(at)) return indexes;
      return [...indexes, at].sort((one, other) => one - other);
    },
  });
  props.virtualizer.current = virtualizer;
  const rows = virtualizer.getVirtualItems();

  const firstSeen = virtualizer.range?.startIndex ?? 0;
  const stopAt = stop !== undefined && rows.some(({ index }) => index === stop) ? stop : firstSeen;

  useEffect(onDrawn);

  // While the text grows, keep a reader who is at the end at the end.
  const wasCount = useRef(count);
  useEffect(() => {
    const element = box.current;
    const hasGrown = count > wasCount.current && wasCount.current > 0;
    wasCount.current = count;
    if (!hasGrown || element === null) return;
    const hiddenPx = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (hiddenPx < element.clientHeight * 0.5 + atEndPx)
      virtualizer.scrollToIndex(count - 1, { align: 'end' });
  }, [count, box, virtualizer]);

  /** Arrow keys move between the time buttons, because the list is one Tab stop. */
  function goByArrow(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || !(event.target as HTMLElement).matches('[data-row-stop]')) return;
    const index = stopAt + by;
    const id = segments[index]?.id;
    if (id === undefined) return;
    event.preventDefault();
    virtualizer.scrollToIndex(index, { align: 'auto' });
    waitForElement(
      () => box.current?.querySelector<HTMLElement>(`[data-segment="${id}"] [data-row-stop]`),
      (next) => next.focus(),
    );
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus a scrolling box
      tabIndex={0}
      data-marks-doubt={marksDoubt || undefined}
      className={classNames(
        'relative overflow-y-auto overscroll-contain focus-visible:-outline-offset-2',
        isOpen ? 'max-h-[max(300px,calc(100dvh-9rem))]' : 'max-h-[300px]',
      )}
    >
      <ol className="relative" onKeyDown={goByArrow} style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, key, start }) => {
          const id = segments[index]?.id;
          if (id === undefined) return null;
          const line = speakerAt(segments, index, { names, numbers });
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
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
              style={{ transform: `translateY(${start}px)` }}
            >
              <SegmentRow
                store={store}
                id={id}
                speaker={line?.speaker}
                speakerName={line?.name}
                isEditing={isEditing}
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
        <div className="border-t border-line px-3 py-3 text-sm text-ink-soft sm:px-4">{footer}</div>
      )}
    </section>
  );
}
