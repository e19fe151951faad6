/**
 * Waits for the first move towards a written part of the page: a scroll, or the keyboard reaching it. Where nothing is
 * written yet (in the build, and after a navigation) it does not wait.
 */
export function untilApproached(id: string): Promise<void> {
  const part = typeof document === 'undefined' ? null : document.getElementById(id);
  if (part === null || part.childElementCount === 0 || window.scrollY > 0) return Promise.resolve();
  return new Promise((resolve) => {
    const events = ['scroll', 'focusin', 'pointermove', 'touchstart'] as const;
    function come() {
      for (const event of events) removeEventListener(event, come);
      resolve();
    }
    for (const event of events) addEventListener(event, come, { passive: true });
  });
}
