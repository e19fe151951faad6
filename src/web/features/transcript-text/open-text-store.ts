import { storageKeys } from '../../storage-keys.ts';
import { faultOf, readText, type ServerText, sendEdit } from './text-calls.ts';
import { keepDraftIn } from './text-draft.ts';
import { createTextStore, type TextStore } from './text-store.ts';

const mostKept = 3;
const open = new Map<string, TextStore>();

/**
 * The store of a transcript, the same one when somebody comes back to the page: what was typed just before leaving,
 * its save that is still on the way and its undo are in there, while the page's own copy may be older.
 */
export function openTextStore(jobId: string, server: ServerText): TextStore {
  const known = open.get(jobId);
  if (known !== undefined) return known;
  const store = createTextStore({
    server,
    draft: keepDraftIn(localStorage, `${storageKeys.textDraft}.${jobId}`),
    send: (edit) => sendEdit(jobId, edit),
    read: () => readText(jobId),
    faultOf,
  });
  const [oldest] = open.keys();
  if (open.size >= mostKept && oldest !== undefined) open.delete(oldest);
  open.set(jobId, store);
  return store;
}

/** Everything that was typed is with the server; false where something could not be brought there. */
export async function saveOpenTexts(): Promise<boolean> {
  await Promise.all([...open.values()].map((store) => store.saveNow()));
  return [...open.values()].every((store) => store.status().save.kind === 'saved');
}

/** The next person in this browser begins with none of it. */
export function forgetOpenTexts() {
  for (const store of open.values()) store.stop();
  open.clear();
}
