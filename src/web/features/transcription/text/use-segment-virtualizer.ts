import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import type { ReadingPlace } from './reading-place.ts';
import { textTop } from './text-viewport.ts';

const linePx = 29;
const rowPaddingPx = 8;
const letterPx = 8.6;
const timesPx = 68;
const columnPx = 690;
const narrowPx = 560;
const narrowTimePx = 24;
const overscan = 4;
/** A reader this close to the end of a growing text stays at its end. */
const atEndPx = 48;

/** An estimate for the scroll bar; the virtual list measures each row when it renders. */
function estimateHeightPx(letters: number, boxPx: number): number {
  const isNarrow = boxPx < narrowPx;
  const textPx = Math.min(isNarrow ? boxPx : boxPx - timesPx, columnPx);
  const lines = Math.max(1, Math.ceil((letters * letterPx) / Math.max(120, textPx)));
  return lines * linePx + rowPaddingPx + (isNarrow ? narrowTimePx : 0);
}

/** Paper shows another copy of the text, and rows without a height would lose the reader's place. */
const isDisplayed = (element: Element) => element.getClientRects().length > 0;

/** Where the list begins in the page, and its width. Notices and bars above it come and go. */
function usePlaceInPage(list: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState({ topPx: 0, widthPx: columnPx });
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = list;
      if (current === null || !isDisplayed(current)) return;
      const topPx = Math.round(current.getBoundingClientRect().top + window.scrollY);
      const widthPx = current.clientWidth;
      setPlace((before) =>
        before.topPx === topPx && before.widthPx === widthPx ? before : { topPx, widthPx },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return place;
}

type SegmentVirtualizerOptions = {
  segments: readonly StoredSegment[];
  box: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
  /** The collapsed box scrolls itself; otherwise the window scrolls. */
  isCollapsed: boolean;
  /** The row with the focus stays rendered, so that scrolling away does not lose the caret. */
  focused: RefObject<number | undefined>;
};

export type SegmentScroller = ReturnType<typeof useSegmentVirtualizer>['scroller'];

/** Renders only the rows near the visible part of the text, because three hours have 1,500 rows. */
export function useSegmentVirtualizer(options: SegmentVirtualizerOptions) {
  const { segments, box, list, isCollapsed, focused } = options;
  const count = segments.length;
  const { topPx: scrollMargin, widthPx } = usePlaceInPage(list);
  // A new function makes the library estimate all rows again: 1,500 in each render, for three hours of text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width needs other estimates
  const getItemKey = useCallback((index: number) => segments[index]?.id ?? index, [segments, widthPx]);
  const shared = {
    count,
    estimateSize: (index: number) => estimateHeightPx(segments[index]?.text.length ?? 0, widthPx),
    measureElement: <Scroller extends Element | Window>(
      row: HTMLLIElement,
      entry: ResizeObserverEntry | undefined,
      instance: Virtualizer<Scroller, HTMLLIElement>,
    ) =>
      isDisplayed(row)
        ? measureElement(row, entry, instance)
        : (instance.measurementsCache[instance.indexFromElement(row)]?.size ?? linePx),
    getItemKey,
    overscan,
    // A turn of the wheel renders a window of rows. In one task with its layout and paint, that took over 50 ms.
    useFlushSync: false,
    rangeExtractor(range: Range) {
      const indexes = defaultRangeExtractor(range);
      const at = focused.current;
      if (at === undefined || at >= count || indexes.includes(at)) return indexes;
      return [...indexes, at].sort((one, other) => one - other);
    },
  };
  const ofWindow = useWindowVirtualizer<HTMLLIElement>({ ...shared, enabled: !isCollapsed, scrollMargin });
  const ofBox = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...shared,
    enabled: isCollapsed,
    getScrollElement: () => box.current,
  });
  const virtualizer = isCollapsed ? ofBox : ofWindow;
  const heightPx = virtualizer.getTotalSize();

  const scroller = useMemo(() => {
    const element = () => (isCollapsed ? box.current : document.documentElement);
    return {
      /** Scrolls so far that the row is rendered soon; the caller then scrolls to its exact place. */
      showSegment(index: number) {
        const top = virtualizer.getOffsetForIndex(index, 'center')?.[0];
        if (top !== undefined) element()?.scrollTo({ top, behavior: 'instant' });
      },
      toEnd() {
        const found = element();
        found?.scrollTo({ top: found.scrollHeight, behavior: 'instant' });
      },
      hiddenBelowPx() {
        const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = element() ?? {};
        return scrollHeight - scrollTop - clientHeight;
      },
      /** The first visible row, or the last one if the reader is below the text. */
      place(): ReadingPlace | undefined {
        const rows = [...(box.current?.querySelectorAll('[data-segment]') ?? [])];
        const topPx = box.current === null ? 0 : textTop(box.current);
        const row = rows.find((each) => each.getBoundingClientRect().bottom > topPx) ?? rows.at(-1);
        if (row === undefined) return undefined;
        return { id: Number(row.getAttribute('data-segment')), topPx: row.getBoundingClientRect().top };
      },
      scrollBy(px: number) {
        element()?.scrollBy({ top: px, behavior: 'instant' });
      },
    };
  }, [isCollapsed, box, virtualizer]);

  const last = useRef({ count, heightPx });
  useEffect(() => {
    const grownPx = heightPx - last.current.heightPx;
    const hasGrown = count > last.current.count && last.current.count > 0;
    last.current = { count, heightPx };
    if (hasGrown && scroller.hiddenBelowPx() - grownPx < atEndPx) scroller.toEnd();
  }, [count, heightPx, scroller]);

  return {
    rows: virtualizer.getVirtualItems(),
    /** Rows of the window are placed from the top of the page. */
    listTopPx: isCollapsed ? 0 : scrollMargin,
    heightPx,
    firstVisible: virtualizer.range?.startIndex ?? 0,
    measureRow: virtualizer.measureElement,
    scroller,
  };
}
