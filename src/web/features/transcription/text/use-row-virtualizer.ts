import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TextParagraph } from '#domain/transcript/reading-paragraphs.ts';
import type { ReadingPlace } from './reading-place.ts';
import { rowsAtSelectionEnds } from './selected-rows.ts';
import type { TextShape } from './text-row.tsx';
import { textTop } from './text-viewport.ts';

const linePx = 29;
const paragraphGapPx = 12;
const rowPaddingPx = 8;
const namePx = 28;
const letterPx = 8.6;
const timesPx = 68;
const columnPx = 690;
const narrowPx = 560;
const narrowTimePx = 24;
/** Paragraphs are higher than rows. */
const overscan = { paragraphs: 2, sentences: 4, editing: 4 };
/** A reader this close to the end of a growing text stays at its end. */
const atEndPx = 48;

type Estimated = { letters: number; hasName: boolean; shape: TextShape; boxPx: number };

/** An estimate for the scroll bar; the virtual list measures each row when it renders. */
function estimateHeightPx({ letters, hasName, shape, boxPx }: Estimated): number {
  const isNarrow = boxPx < narrowPx;
  const isParagraph = shape === 'paragraphs';
  const textPx = Math.min(isNarrow ? boxPx : boxPx - timesPx, columnPx);
  const lines = Math.max(1, Math.ceil((letters * letterPx) / Math.max(120, textPx)));
  const timePx = isNarrow && !hasName && !isParagraph ? narrowTimePx : 0;
  return lines * linePx + (isParagraph ? paragraphGapPx : rowPaddingPx) + (hasName ? namePx : 0) + timePx;
}

const lettersOf = ({ segments }: TextParagraph) =>
  segments.reduce((sum, { text }) => sum + text.length + 1, 0);

/** Paper shows another copy of the text, and rows without a height would lose the reader's place. */
const isDisplayed = (element: Element) => element.getClientRects().length > 0;

/** Where the list begins in the page, and its width. Notices and bars above it come and go. */
function usePlaceInPage(list: RefObject<HTMLElement | null>, isCollapsed: boolean) {
  const [place, setPlace] = useState({ topPx: 0, widthPx: columnPx });
  // The scrolled box moves its list up. After it opens, a jump to a row needs the new place at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place changes when the box opens
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
  }, [list, isCollapsed]);
  return place;
}

type RowVirtualizerOptions = {
  rows: readonly TextParagraph[];
  shape: TextShape;
  /** Whether the name of a speaker stands above the row. */
  hasName: (row: number) => boolean;
  box: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
  /** The collapsed box scrolls itself; otherwise the window scrolls. */
  isCollapsed: boolean;
  /** The row with the focus stays rendered, so that scrolling away does not lose the caret. */
  focused: RefObject<number | undefined>;
};

export type TextScroller = ReturnType<typeof useRowVirtualizer>['scroller'];

/** Renders only the rows near the visible part of the text, because three hours have 1,500 rows. */
export function useRowVirtualizer(options: RowVirtualizerOptions) {
  const { rows, shape, hasName, box, list, isCollapsed, focused } = options;
  const count = rows.length;
  const { topPx: scrollMargin, widthPx } = usePlaceInPage(list, isCollapsed);
  // A new function makes the library estimate all rows again: 1,500 in each render, for three hours of text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width needs other estimates
  const getItemKey = useCallback(
    (index: number) => `${shape} ${rows[index]?.segments[0]?.id ?? index}`,
    [rows, shape, widthPx],
  );
  const shared = {
    count,
    estimateSize(index: number) {
      const row = rows[index];
      if (row === undefined) return linePx;
      return estimateHeightPx({ letters: lettersOf(row), hasName: hasName(index), shape, boxPx: widthPx });
    },
    measureElement: <Scroller extends Element | Window>(
      row: HTMLLIElement,
      entry: ResizeObserverEntry | undefined,
      instance: Virtualizer<Scroller, HTMLLIElement>,
    ) =>
      isDisplayed(row)
        ? measureElement(row, entry, instance)
        : (instance.measurementsCache[instance.indexFromElement(row)]?.size ?? linePx),
    getItemKey,
    overscan: overscan[shape],
    // A turn of the wheel renders a window of rows. In one task with its layout and paint, that took over 50 ms.
    useFlushSync: false,
    rangeExtractor(range: Range) {
      const indexes = new Set(defaultRangeExtractor(range));
      if (focused.current !== undefined) indexes.add(focused.current);
      // Without the row of an end, the browser moves that end, and a citation would begin with other words.
      for (const at of rowsAtSelectionEnds(list.current)) indexes.add(at);
      return [...indexes].filter((at) => at < count).sort((one, other) => one - other);
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

  // The scroller stays the same while a person writes: another one would move the text to its place again.
  const latestRows = useRef(rows);
  useLayoutEffect(() => {
    latestRows.current = rows;
  }, [rows]);

  const scroller = useMemo(() => {
    const element = () => (isCollapsed ? box.current : document.documentElement);
    const showRow = (row: number) => {
      const top = virtualizer.getOffsetForIndex(row, 'center')?.[0];
      if (top !== undefined) element()?.scrollTo({ top, behavior: 'instant' });
    };
    return {
      /** Scrolls so far that the row is rendered soon; the caller then scrolls to its exact place. */
      showRow,
      showSegment: (place: number) =>
        showRow(latestRows.current.findLastIndex(({ index }) => index <= place)),
      toEnd() {
        const found = element();
        found?.scrollTo({ top: found.scrollHeight, behavior: 'instant' });
      },
      hiddenBelowPx() {
        const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = element() ?? {};
        return scrollHeight - scrollTop - clientHeight;
      },
      /** The first visible segment, or the last one if the reader is below the text. */
      place(): ReadingPlace | undefined {
        const segments = [...(box.current?.querySelectorAll('[data-segment]') ?? [])];
        const topPx = box.current === null ? 0 : textTop(box.current);
        const first = segments.find((each) => each.getBoundingClientRect().bottom > topPx) ?? segments.at(-1);
        if (first === undefined) return undefined;
        return { id: Number(first.getAttribute('data-segment')), topPx: first.getBoundingClientRect().top };
      },
      scrollBy(px: number) {
        element()?.scrollBy({ top: px, behavior: 'instant' });
      },
    };
  }, [isCollapsed, box, virtualizer]);

  const lastRow = rows.at(-1);
  const segmentCount = lastRow === undefined ? 0 : lastRow.index + lastRow.segments.length;
  // The last paragraph grows while the transcription runs. Measured a frame later, the next one would jump.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new segments change a height before the next frame
  useLayoutEffect(() => {
    for (const row of list.current?.children ?? []) virtualizer.measureElement(row as HTMLLIElement);
  }, [segmentCount]);
  const last = useRef({ segmentCount, heightPx });
  useEffect(() => {
    const grownPx = heightPx - last.current.heightPx;
    const hasGrown = segmentCount > last.current.segmentCount && last.current.segmentCount > 0;
    last.current = { segmentCount, heightPx };
    if (hasGrown && scroller.hiddenBelowPx() - grownPx < atEndPx) scroller.toEnd();
  }, [segmentCount, heightPx, scroller]);

  return {
    items: virtualizer.getVirtualItems(),
    measured: virtualizer.measurementsCache,
    /** Rows of the window are placed from the top of the page. */
    listTopPx: isCollapsed ? 0 : scrollMargin,
    heightPx,
    firstVisible: virtualizer.range?.startIndex ?? 0,
    measureRow: virtualizer.measureElement,
    scroller,
  };
}
