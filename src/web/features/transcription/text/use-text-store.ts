import { useContext, useEffect } from 'react';
import { type Draft, DraftOwner, useDraft } from '#web/forms/drafts.ts';
import { fetchText, type ServerText, sendEdit, toSaveError } from './api.ts';
import { createOpenTexts } from './open-texts.ts';
import { createTextDraftStore, parseTextDraft, type TextDraft } from './text-draft.ts';
import { createTextStore, type TextStore } from './text-store.ts';

const texts = createOpenTexts(3);
/** The account whose texts are open. Another account can sign in without a reload of the page. */
let openFor: string | null = null;

type OpenOptions = { owner: string | null; jobId: string; server: ServerText; draft: Draft<TextDraft> };

function openTextStore({ owner, jobId, server, draft }: OpenOptions): TextStore {
  if (owner !== openFor) closeOpenTexts();
  openFor = owner;
  const known = texts.find(jobId);
  if (known !== undefined) return known;
  const store = createTextStore({
    server,
    draft: createTextDraftStore(draft),
    send: (edit) => sendEdit(jobId, edit),
    read: () => fetchText(jobId),
    toSaveError,
  });
  texts.add(jobId, store);
  return store;
}

/**
 * Returns the same store when the user comes back to the page. The store holds unsaved words, a pending save and the
 * undo history, while the cached response may be older.
 */
export function useTextStore(jobId: string, server: ServerText): TextStore {
  const owner = useContext(DraftOwner);
  const draft = useDraft(`text.${jobId}`, parseTextDraft);
  return openTextStore({ owner, jobId, server, draft });
}

/** Resolves with false if the server could not save all text of this account. */
export async function saveOpenTexts(accountId: string): Promise<boolean> {
  if (openFor !== accountId) return true;
  return texts.save();
}

/** The next account in this browser must not see these texts. */
export function closeOpenTexts() {
  texts.close();
}

/** Saves restored edits at once, and new ones when the user leaves the page. */
export function useTextAutosave(store: TextStore, editable: boolean) {
  useEffect(() => {
    if (!editable) return;
    store.begin();
    const leave = () => {
      if (document.visibilityState === 'hidden') void store.leave();
    };
    const isBack = () => void store.saveNow();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    addEventListener('online', isBack);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('online', isBack);
      // On navigation within the app, the document stays alive, so this save still completes.
      void store.saveNow();
      store.stop();
    };
  }, [store, editable]);
}
