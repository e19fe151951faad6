const inputEvents = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Ends a scroll of the page's own as soon as the person acts: two scrolls at once would fight. */
export function abortOnUserInput(run: AbortController) {
  for (const name of inputEvents)
    addEventListener(name, () => run.abort(), { once: true, signal: run.signal });
}
