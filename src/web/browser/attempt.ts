/** For the browser's storage, which can be forbidden (private windows, embedded views) or full: undefined then. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
