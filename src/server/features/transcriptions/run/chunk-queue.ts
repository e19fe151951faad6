import type { KeptChunk } from './keep-plan.ts';

/** Chunks that wait for an engine, while others are still being planned. */
export function openChunkQueue() {
  const waiting: KeptChunk[] = [];
  const takers = new Set<() => void>();
  let isEnded = false;
  let fault: { error: unknown } | undefined;
  const wake = () => {
    for (const take of takers) take();
  };
  return {
    add(chunks: readonly KeptChunk[]) {
      waiting.push(...chunks.filter(({ doneAt }) => doneAt === null));
      wake();
    },
    end() {
      isEnded = true;
      wake();
    },
    fail(error: unknown) {
      fault ??= { error };
      wake();
    },
    /** The next in order; undefined once there will be no more. Throws why no more could be planned. */
    async next(signal: AbortSignal): Promise<KeptChunk | undefined> {
      for (;;) {
        signal.throwIfAborted();
        if (fault !== undefined) throw fault.error;
        const chunk = waiting.shift();
        if (chunk !== undefined || isEnded) return chunk;
        await new Promise<void>((resolve) => {
          const go = () => {
            takers.delete(go);
            signal.removeEventListener('abort', go);
            resolve();
          };
          takers.add(go);
          signal.addEventListener('abort', go, { once: true });
        });
      }
    },
  };
}
