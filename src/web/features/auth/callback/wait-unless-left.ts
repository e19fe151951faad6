/** Rejects when the page was left meanwhile: no step must follow that nobody waits for. */
export function waitUnlessLeft(ms: number, left: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const leave = () => {
      clearTimeout(timer);
      reject(new DOMException('the page was left', 'AbortError'));
    };
    if (left.aborted) leave();
    else left.addEventListener('abort', leave, { once: true });
  });
}
