import type { TextStore } from './text-store.ts';

/** The texts that stay open after the user has left their pages, the oldest first. */
export function createOpenTexts(maxOpen: number) {
  const open = new Map<string, TextStore>();
  /** Only the browser has the words of an open conflict. */
  const isSaved = (store: TextStore) => {
    const { save, conflicts } = store.status();
    return save.kind === 'saved' && conflicts.length === 0;
  };

  /** Saves an unsaved text instead: it stays open, because the browser may have refused its draft. */
  function closeOldest() {
    for (const [jobId, store] of open) {
      if (open.size < maxOpen) return;
      if (isSaved(store)) open.delete(jobId);
      else void store.saveNow();
    }
  }

  return {
    find: (jobId: string) => open.get(jobId),
    add(jobId: string, store: TextStore) {
      closeOldest();
      open.set(jobId, store);
    },
    /** Resolves with false if the server could not save all text. */
    async save(): Promise<boolean> {
      const stores = [...open.values()];
      await Promise.all(stores.map((store) => store.saveNow()));
      return stores.every(isSaved);
    },
    close() {
      for (const store of open.values()) store.stop();
      open.clear();
    },
  };
}
