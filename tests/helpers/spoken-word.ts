import type { StoredSegment } from '#domain/transcript/segment.ts';

/** Runs in the page. Checks an element at its centre and near its corners, which are round. */
export const whyUncovered = `(element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
    return \`outside the window: \${Math.round(left)} to \${Math.round(right)}, \${Math.round(top)} to \${Math.round(bottom)}\`;
  const inset = Math.min(4, (right - left) / 2 - 0.5, (bottom - top) / 2 - 0.5);
  const xs = [left + inset, right - inset], ys = [top + inset, bottom - inset];
  for (const [x, y] of [...xs.flatMap((x) => ys.map((y) => [x, y])), [(left + right) / 2, (top + bottom) / 2]]) {
    const hit = document.elementFromPoint(x, y);
    if (hit === null || !element.contains(hit))
      return \`covered at \${Math.round(x)}, \${Math.round(y)} by \${hit?.outerHTML.slice(0, 80)}\`;
  }
}`;

/**
 * Runs in the page. Returns 'in view' if the text marks the word of the sound's position, in the window and under no
 * bar. At the end of a recording no word is marked, and the last one counts.
 */
export const readSpokenWord = (segments: readonly StoredSegment[]) => `(() => {
  const starts = ${JSON.stringify(segments.map(({ id, start_ms }) => [id, start_ms]))};
  const word = document.querySelector('[data-word][data-spoken]')
    ?? [...document.querySelectorAll('[data-segment][data-spoken] [data-word]')].at(-1);
  if (word === undefined) return 'no spoken word';
  const ms = document.querySelector('audio').currentTime * 1_000;
  const [spoken] = starts.findLast(([, start]) => start <= ms) ?? starts[0];
  const marked = Number(word.closest('[data-segment]').getAttribute('data-segment'));
  if (marked !== spoken) return \`segment \${marked} is marked instead of \${spoken} at \${ms} ms\`;
  return (${whyUncovered})(word) ?? 'in view';
})()`;
