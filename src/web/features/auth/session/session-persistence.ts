import { attempt } from '../../../browser/attempt.ts';
import { storageKeys } from '../../../browser/storage-keys.ts';
import { type KeptSession, readKeptSession } from './kept-session.ts';

type Storages = { local: () => Storage; session: () => Storage };

function parse(text: string): KeptSession | null {
  return attempt(() => readKeptSession(JSON.parse(text))) ?? null;
}

/** Followed by an account's id and a dot: what these keys hold is unsent work of that account. */
const accountPrefixes = [storageKeys.drafts, storageKeys.uploads];

/**
 * Keys that a sign-out leaves in the storage: the look, which tells nothing about a person; ids of recordings that are still
 * to be deleted; and the unsent work of other accounts, whose sessions ended while they were using this browser.
 */
function outlivesSignOut(key: string, accountId: string | null) {
  if (key === storageKeys.theme || key === storageKeys.discardedRecordings) return true;
  const prefix = accountPrefixes.find((each) => key.startsWith(each));
  if (prefix === undefined || accountId === null) return false;
  const [owner = '', ...rest] = key.slice(prefix.length).split('.');
  return rest.length > 0 && owner !== accountId;
}

export type SessionPersistence = ReturnType<typeof openSessionPersistence>;

/** What of a session outlives the page. Read anew each time: another tab may have written meanwhile. */
export function openSessionPersistence({ local, session }: Storages) {
  /** The last that this tab wrote or heard of; all there is in a browser whose storage is forbidden. */
  let here: KeptSession | null = null;

  const stored = () => attempt(() => local().getItem(storageKeys.session));

  /**
   * Browsers carry storage from tab to tab later than messages: of the two, the newer counts. With the older token a
   * tab would show one person the data of another.
   */
  function read(): KeptSession | null {
    const text = stored();
    const kept = typeof text === 'string' ? parse(text) : null;
    if (kept === null) return here;
    return here !== null && here.received_at_ms > kept.received_at_ms ? here : kept;
  }

  /** The session that somebody left while the server was away: its cookie may still be there. */
  const owedSignOut = () => attempt(() => local().getItem(storageKeys.owedSignOut)) ?? null;

  return {
    read,
    /** Whether storage can be read, and holds no session any more. */
    isCleared: () => stored() === null,
    write(kept: KeptSession) {
      here = kept;
      attempt(() => local().setItem(storageKeys.session, JSON.stringify(kept)));
    },
    /** What another tab has written. Writing it again could bring back what a third tab has cleared meanwhile. */
    remember(kept: KeptSession) {
      here = kept;
    },
    /** The session is over, by itself: what else the browser keeps is still the person's. */
    drop() {
      here = null;
      attempt(() => local().removeItem(storageKeys.session));
    },
    /**
     * Nothing of the account that signs out stays behind. Null, where the account is not known, clears the unsent work
     * of all accounts; an empty id clears that of none.
     */
    clear({ accountId, owedSessionId }: { accountId: string | null; owedSessionId: string | null }) {
      here = null;
      attempt(() => session().clear());
      const owed = owedSessionId ?? owedSignOut();
      attempt(() => {
        const keys = Array.from({ length: local().length }, (_, index) => local().key(index) ?? '');
        for (const key of keys) if (!outlivesSignOut(key, accountId)) local().removeItem(key);
      });
      if (owed !== null) attempt(() => local().setItem(storageKeys.owedSignOut, owed));
    },
    /** The tab that signs out clears what all share; each tab has more of its own. */
    clearThisTab() {
      here = null;
      attempt(() => session().clear());
    },
    /** A token that came in the very moment of a sign-out elsewhere. */
    dropIfOf(sessionId: string | null) {
      if (read()?.session_id === sessionId) this.drop();
    },
    owedSignOut,
    settleSignOut: () => void attempt(() => local().removeItem(storageKeys.owedSignOut)),
  };
}
