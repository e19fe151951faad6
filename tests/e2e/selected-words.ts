import type { Page } from '@playwright/test';

type Word = Readonly<{ segment: number; word: string }>;
type Corner = Readonly<{ x: number; y: number }>;

/** The start of a word on the screen, and its end. */
const cornersOf = (page: Page, { segment, word }: Word) =>
  page.evaluate<{ start: Corner; end: Corner }>(`(() => {
    const text = document.querySelector('[data-segment="${segment}"] [data-text], [data-segment="${segment}"][data-text]');
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent.indexOf(${JSON.stringify(word)});
      if (at === -1) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + ${word.length});
      const { left, right, top, height } = range.getBoundingClientRect();
      const y = top + height / 2;
      return { start: { x: left + 1, y }, end: { x: right - 1, y } };
    }
    throw new Error('the word is not in the segment');
  })()`);

/** Drags the mouse over the text, as a person does. */
export async function selectWords(page: Page, from: Word, to: Word) {
  const [first, last] = [await cornersOf(page, from), await cornersOf(page, to)];
  await page.mouse.move(first.start.x, first.start.y);
  await page.mouse.down();
  await page.mouse.move(last.end.x, last.end.y, { steps: 5 });
  await page.mouse.up();
}
