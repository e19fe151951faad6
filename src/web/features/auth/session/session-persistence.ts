import { attempt } from '#web/browser/attempt.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { type KeptSession, readKeptSession } from './kept-session.ts';

type Storages = { local: () => Storage; session: () => Storage };

function parse(text: string): KeptSession | null {
  return attempt(() => readKeptSession(JSON.parse(text))) ?? null;
}

/** Followed by an account's id and a dot. These keys hold unsent work of that account, and uploads to delete. */
const accountPrefixes = [storageKeys.drafts, storageKeys.uploads, storageKeys.discardedUploads];

/**
 * Keys that survive a sign-out: the theme, which reveals nothing about a user; ids of recordings that are still
 * to be deleted; and the unsent work of other accounts, whose sessions ended in this browser.
 */
function outlivesSignOut(key: string, accountId: string | null) {
  if (key === storageKeys.theme || key === storageKeys.discardedRecordings) return true;
  const prefix = accountPrefixes.find((each) => key.startsWith(each));
  if (prefix === undefined || accountId === null) return false;
  const [owner = '', ...rest] = key.slice(prefix.length).split('.');
  return rest.length > 0 && owner !== accountId;
}

/** Unsent files and recordings stay: hours of work would be lost, and only their owner's pages show them. */
function isTextOfOthers(storage: Storage, key: string, accountId: string) {
  // One key for all accounts; the value names its account.
  if (key === storageKeys.pendingEmail) return storage.getItem(key)?.includes(accountId) === false;
  return key.startsWith(storageKeys.drafts) && !key.startsWith(`${storageKeys.drafts}${accountId}.`);
}

/** A list of its own, because deleting keys changes the order of the storage's. */
const keysOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

export type SessionPersistence = ReturnType<typeof openSessionPersistence>;

/** The stored part of a session. Read from storage each time, because another tab may have written meanwhile. */
export function openSessionPersistence({ local, session }: Storages) {
  /** The latest session that this tab wrote or received. The only copy if storage is forbidden. */
  let here: KeptSession | null = null;

  const stored = () => attempt(() => local().getItem(storageKeys.session));

  /**
   * Storage reaches other tabs later than messages do, so the newer of the two counts. With the older token a tab
   * would show one person the data of another.
   */
  function read(): KeptSession | null {
    const text = stored();
    const persisted = typeof text === 'string' ? parse(text) : null;
    if (persisted === null) return here;
    return here !== null && here.received_at_ms > persisted.received_at_ms ? here : persisted;
  }

  /** The session that ended while the server was unreachable; its cookie may still exist. */
  const pendingSignOut = () => attempt(() => local().getItem(storageKeys.pendingSignOut)) ?? null;

  return {
    read,
    /** True if storage is readable and holds no session. */
    isCleared: () => stored() === null,
    write(kept: KeptSession) {
      here = kept;
      attempt(() => local().setItem(storageKeys.session, JSON.stringify(kept)));
    },
    /** A session written by another tab. Writing it again could restore what a third tab has deleted meanwhile. */
    remember(kept: KeptSession) {
      here = kept;
    },
    /** The session ended by itself, so the other stored data stays. */
    drop() {
      here = null;
      attempt(() => local().removeItem(storageKeys.session));
    },
    /** Call before `drop`: whose pages and texts the next sign-in finds here. */
    rememberEnded() {
      const ended = read();
      if (ended !== null) attempt(() => local().setItem(storageKeys.endedAccount, ended.user.id));
    },
    endedAccount: () => attempt(() => local().getItem(storageKeys.endedAccount)) ?? null,
    /** Another account signed in: the drafts of the previous one must not lie readable in its browser. */
    deleteTextsOfOthers(accountId: string) {
      attempt(() => {
        for (const key of keysOf(local()))
          if (isTextOfOthers(local(), key, accountId)) local().removeItem(key);
      });
    },
    /**
     * Deletes all data of the account that signs out. Null (unknown account) deletes the unsent work of all
     * accounts; an empty id deletes none.
     */
    clear({ accountId, pendingSessionId }: { accountId: string | null; pendingSessionId: string | null }) {
      here = null;
      attempt(() => session().clear());
      const pendingId = pendingSessionId ?? pendingSignOut();
      attempt(() => {
        for (const key of keysOf(local())) if (!outlivesSignOut(key, accountId)) local().removeItem(key);
      });
      if (pendingId !== null) attempt(() => local().setItem(storageKeys.pendingSignOut, pendingId));
    },
    /** The tab that signs out clears the shared storage; each tab also clears its own. */
    clearThisTab() {
      here = null;
      attempt(() => session().clear());
    },
    /** For a token that arrived just as another tab signed out. */
    dropIfOf(sessionId: string | null) {
      if (read()?.session_id === sessionId) this.drop();
    },
    pendingSignOut,
    settleSignOut: () => void attempt(() => local().removeItem(storageKeys.pendingSignOut)),
  };
}
