/** For browser storage, which can be forbidden (private windows, embedded views) or full. Returns undefined then. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
