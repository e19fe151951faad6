import { expect, type Page } from '@playwright/test';

/**
 * Runs in the page. Compares lines of text by their drawn boxes, without a fifth at top and bottom, where close lines
 * overlap. The comparison excludes floating elements, pictures and text for screen readers.
 */
const findOverlaps = `(() => {
  const isOut = (element) => element.closest('[aria-hidden="true"], .demonstration, noscript, .sr-only') !== null;
  const styles = new Map();
  const styleOf = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const floats = (element) => ['fixed', 'sticky'].includes(styleOf(element).position);
  const hides = (element) => /hidden|clip/.test(styleOf(element).overflow);
  const lines = [];
  const cut = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (node.data.trim() === '' || isOut(parent) || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const above = [];
    for (let element = parent; element !== document.body; element = element.parentElement) above.push(element);
    if (above.some(floats)) continue;
    const block = above.find((element) => !styleOf(element).display.startsWith('inline')) ?? document.body;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const fifth = (bottom - top) / 5;
      const line = { left: left + 1, right: right - 1, top: top + fifth, bottom: bottom - fifth, block, text: node.data.trim() };
      if (line.right <= line.left) continue;
      const edge = above.filter(hides).map((element) => element.getBoundingClientRect())
        .find((box) => line.left < box.left || line.right > box.right || line.top < box.top || line.bottom > box.bottom);
      if (edge !== undefined) cut.push('cut: ' + line.text);
      lines.push(line);
    }
  }
  lines.sort((one, other) => one.top - other.top);
  const covered = lines.flatMap((one, at) => {
    const found = [];
    for (let next = at + 1; next < lines.length && lines[next].top < one.bottom; next += 1) {
      const other = lines[next];
      if (other.block !== one.block && other.left < one.right && one.left < other.right)
        found.push('one over another: ' + one.text + ' / ' + other.text);
    }
    return found;
  });
  return { lineCount: lines.length, faults: [...cut, ...covered] };
})()`;

/** Expects that no text is cut off or overlaps, for example with doubled letter size. */
export async function expectNothingCutOrCovered(page: Page) {
  const { lineCount, faults } = await page.evaluate<{ lineCount: number; faults: string[] }>(findOverlaps);
  expect(lineCount).toBeGreaterThan(0);
  expect(faults).toEqual([]);
}
