import { ApiError, NetworkError, UnexpectedResponseError } from '#web/api/client.ts';
import type { Account, FoundSession } from './account.ts';
import type { SessionApi } from './api.ts';
import { type KeptSession, readClaims, sessionFromToken } from './kept-session.ts';
import type { SessionPersistence } from './session-persistence.ts';

const retryWindowMs = 30_000;
const firstPauseMs = 500;

/** Errors that a retry may solve: no response, a restarting server, or a rate limit. */
function isTransientError(error: unknown) {
  if (error instanceof NetworkError) return true;
  const known = error instanceof ApiError || error instanceof UnexpectedResponseError;
  return known && (error.status >= 500 || error.status === 429);
}

type RetryOptions = { wait: (ms: number) => Promise<void>; nowMs: () => number };

/** Retries with growing back-off within the window, then throws the last error. */
async function withinRetryWindow<T>(work: () => Promise<T>, { wait, nowMs }: RetryOptions): Promise<T> {
  const beganAtMs = nowMs();
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    try {
      return await work();
    } catch (error) {
      const spentMs = Math.abs(nowMs() - beganAtMs);
      if (!isTransientError(error) || spentMs + pauseMs > retryWindowMs) throw error;
      await wait(pauseMs);
    }
  }
}

/** Whether a stored session needs no new token. */
export type IsEnough = (kept: KeptSession) => boolean;

type RenewalOptions = {
  api: Pick<SessionApi, 'fetchToken' | 'fetchSession'>;
  memory: Pick<SessionPersistence, 'read'>;
  /** Runs one tab at a time. */
  lock: <T>(work: () => Promise<T>) => Promise<T>;
} & RetryOptions;

/** The session store's part in a renewal. */
type Holder = {
  /** Changes when the session ends or another one begins. Responses to older requests are then dropped. */
  epoch: () => number;
  account: () => Account | undefined;
  /** Shows a session that another tab renewed. */
  show: (kept: KeptSession) => void;
  /** Stores and shows a renewed session. */
  adopt: (next: KeptSession) => void;
  /** The server knows no session of this browser. */
  over: () => void;
};

/** Renews the access token with one request at a time across all tabs. */
export function createTokenRenewal({ api, memory, lock, nowMs, wait }: RenewalOptions, holder: Holder) {
  let renewing: Promise<KeptSession | null> | undefined;

  /** Returns null if the session ended or is another one by now. */
  async function fetchNewToken(isEnough: IsEnough, found: FoundSession | undefined) {
    const requestedAt = holder.epoch();
    const isOld = () => requestedAt !== holder.epoch();
    return lock(async () => {
      if (isOld()) return null;
      // Another tab may have renewed the token meanwhile.
      const stored = memory.read();
      if (stored !== null && isEnough(stored)) {
        holder.show(stored);
        return stored;
      }
      const token = await api.fetchToken();
      if (isOld()) return null;
      const userId = token === null ? null : readClaims(token).user_id;
      const known = [found?.account, holder.account(), stored?.user].find((each) => each?.id === userId);
      const account = known ?? (token === null ? undefined : (await api.fetchSession())?.account);
      if (isOld()) return null;
      if (token === null || account === undefined || account.id !== userId) {
        holder.over();
        return null;
      }
      const next = sessionFromToken(token, account, nowMs());
      holder.adopt(next);
      return next;
    });
  }

  /** Concurrent callers share one request. */
  function once(isEnough: IsEnough, found?: FoundSession) {
    if (renewing !== undefined) return renewing;
    const running = fetchNewToken(isEnough, found).finally(() => {
      if (renewing === running) renewing = undefined;
    });
    renewing = running;
    return running;
  }

  const withRetry = (isEnough: IsEnough) => withinRetryWindow(() => once(isEnough), { wait, nowMs });

  return {
    once,
    withRetry,
    /** Renews a token that the server refused. */
    async replaceRefused(refused: string | undefined, isEnough: IsEnough) {
      const renewed = await withRetry(isEnough);
      // The shared request may have returned the refused token, which looked valid to another caller.
      return renewed !== null && renewed.access_token === refused ? withRetry(isEnough) : renewed;
    },
    /** Resolves when no renewal is running. */
    settled: async () => {
      await renewing?.catch(() => {});
    },
    /** The next caller starts a request of its own. */
    forget() {
      renewing = undefined;
    },
  };
}
