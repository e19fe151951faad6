/**
 * Runs `work` for all items in parallel. An error aborts the other calls. It is thrown only after all calls have ended,
 * so that none writes a row after the caller's cleanup.
 */
export async function runParallel<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item, at: number, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const stopping = new AbortController();
  const either = AbortSignal.any([signal, stopping.signal]);
  let fault: { error: unknown } | undefined;
  const outcomes = await Promise.all(
    items.map(async (item, at) => {
      try {
        return [await work(item, at, either)];
      } catch (error) {
        fault ??= { error };
        stopping.abort(error);
        return [];
      }
    }),
  );
  if (fault !== undefined) throw fault.error;
  signal.throwIfAborted();
  return outcomes.flat();
}
