/** Where a reader goes on: at the title, else at the beginning of the content. */
export function focusContent() {
  const target =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
