import { type RefObject, startTransition, useEffect, useState } from 'react';
import type { Word } from '#domain/transcript/segment.ts';
import { timedWords } from './segment-words.tsx';
import { rangeIn } from './text-selection.ts';
import type { TextStore } from './text-store.ts';

/** While the text scrolls, other rows appear at shorter intervals. */
const settledMs = 100;

/** New elements in a selected row would end the selection. */
function isSelected(box: HTMLElement | null, index: number): boolean {
  const selection = getSelection();
  if (box === null || selection === null || selection.isCollapsed) return false;
  const row = box.querySelector(`[data-index="${index}"]`);
  return row !== null && selection.containsNode(row, true);
}

/**
 * Returns the indexes of the rows that render each word as an element. A new row is plain text until the list has
 * rested for a moment: while a person scrolls, 500 word elements for each turn of the wheel took over 50 ms.
 */
export function useWordElements(
  rows: readonly { index: number }[],
  box: RefObject<HTMLElement | null>,
): ReadonlySet<number> {
  const [withElements, setWithElements] = useState<ReadonlySet<number>>(new Set());
  const shown = rows.map(({ index }) => index).join();
  useEffect(() => {
    const indexes = shown === '' ? [] : shown.split(',').map(Number);
    const addElements = () =>
      startTransition(() =>
        setWithElements((before) => {
          const ready = indexes.filter((index) => before.has(index) || !isSelected(box.current, index));
          return ready.length === before.size && ready.every((index) => before.has(index))
            ? before
            : new Set(ready);
        }),
      );
    let rested: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(rested);
      rested = setTimeout(addElements, settledMs);
    };
    wait();
    document.addEventListener('selectionchange', wait);
    return () => {
      clearTimeout(rested);
      document.removeEventListener('selectionchange', wait);
    };
  }, [shown, box]);
  return withElements;
}

/** Safari before 18.4 and Chromium before 128 have only the older function. */
function caretAt({ clientX, clientY }: MouseEvent): { node: Node; offset: number } | undefined {
  const position = document.caretPositionFromPoint?.(clientX, clientY);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = document.caretRangeFromPoint?.(clientX, clientY);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}

/** The caret goes to the nearest letter, also from the empty end of a line. */
function isOnText({ node }: { node: Node }, { clientX, clientY }: MouseEvent): boolean {
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
  );
}

/** The word that contains the offset, or begins at it. */
const wordIndexAt = (text: string, offset: number) =>
  text.slice(0, offset).trimStart().split(/\s+/).length - 1;

/** The letters of a word in a row of plain text. */
export function wordRange(row: Element | null, text: string, wordIndex: number): Range | undefined {
  const plain = row?.querySelector('[data-text]');
  const word = [...text.matchAll(/\S+/g)][wordIndex];
  if (plain == null || word === undefined) return undefined;
  return rangeIn(plain, { start: word.index, end: word.index + word[0].length });
}

/** The word under the pointer, with its times, also in a row without word elements. */
export function wordAt(store: TextStore, event: MouseEvent): Word | undefined {
  const target = event.target instanceof Element ? event.target : null;
  const segment = store.segmentAt(Number(target?.closest('[data-segment]')?.getAttribute('data-segment')));
  if (target === null || segment === undefined) return undefined;
  const words = timedWords(segment);
  const element = target.closest('[data-word]');
  if (element !== null) return words[Number(element.getAttribute('data-word'))];
  if (!target.matches('[data-text]') || target.childElementCount > 0) return undefined;
  const caret = caretAt(event);
  if (caret === undefined || !isOnText(caret, event)) return undefined;
  return words[segment.words === undefined ? 0 : wordIndexAt(segment.text, caret.offset)];
}
