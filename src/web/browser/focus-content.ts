/** Focuses the title, or the main content if there is no title, so that a screen reader continues there. */
export function focusContent() {
  const target =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
