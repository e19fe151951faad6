import type { Account, FoundSession } from './account.ts';
import type { BrowserMemory } from './browser-memory.ts';
import type { EndReason, SessionEvents } from './session-events.ts';

export type SessionState =
  | { status: 'checking' }
  | { status: 'signed_in'; account: Account }
  /** In by the first factor only: no data is given out before the second one is passed. */
  | { status: 'second_factor'; account: Account }
  /** Signing out: this browser has forgotten the person, the server is being told. */
  | { status: 'leaving' }
  | { status: 'signed_out'; reason: EndReason }
  /** The server could not be asked. Nobody is thrown out for that; the page says so and offers a retry. */
  | { status: 'unreachable' };

export type SessionServer = {
  /** Null for who has no session. */
  fetchSession: () => Promise<FoundSession | null>;
  fetchToken: () => Promise<string | null>;
  signOut: () => Promise<void>;
};

export type SessionStoreOptions = {
  server: SessionServer;
  memory: BrowserMemory;
  events: SessionEvents;
  /** Lets one tab in at a time. */
  lock: <T>(work: () => Promise<T>) => Promise<T>;
  nowMs: () => number;
  wait: (ms: number) => Promise<void>;
  warn: (text: string) => void;
};
