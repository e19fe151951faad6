import { isRecord } from '#domain/is-record.ts';
import { textOr } from './account.ts';
import { type KeptSession, readKeptSession } from './kept-session.ts';

/**
 * `left`: the user signed out deliberately. `ended`: the server ended the session, for example from another
 * device. `absent`: there was no session.
 */
export type EndReason = 'left' | 'ended' | 'absent';

export type SessionEvent =
  | { type: 'SIGNED_IN'; session: KeptSession }
  | { type: 'TOKEN_REFRESHED'; session: KeptSession }
  | { type: 'SIGNED_OUT' | 'USER_DELETED'; reason: Exclude<EndReason, 'absent'>; session_id: string | null }
  | { type: 'USER_UPDATED'; session: KeptSession };

/** Messages between tabs; each message reaches every tab but its sender. */
export type TabChannel = {
  send: (message: unknown) => void;
  listen: (listener: (message: unknown) => void) => () => void;
};

/** Parses the message, because another tab may run an older release. */
export function readSessionEvent(message: unknown): SessionEvent | null {
  if (!isRecord(message)) return null;
  const { type, reason, session_id: sessionId } = message;
  if (type === 'SIGNED_OUT' || type === 'USER_DELETED') {
    return { type, reason: reason === 'ended' ? 'ended' : 'left', session_id: textOr(sessionId, null) };
  }
  if (type !== 'SIGNED_IN' && type !== 'TOKEN_REFRESHED' && type !== 'USER_UPDATED') return null;
  const session = readKeptSession(message.session);
  return session === null ? null : { type, session };
}

export type SessionEvents = ReturnType<typeof createSessionEvents>;

/** The five session events. Each event of this tab reaches its own listeners and the other tabs. */
export function createSessionEvents(channel: TabChannel) {
  const listeners = new Set<(event: SessionEvent) => void>();
  const notifyListeners = (event: SessionEvent) => {
    for (const listener of listeners) listener(event);
  };
  return {
    emit(event: SessionEvent) {
      notifyListeners(event);
      channel.send(event);
    },
    on(listener: (event: SessionEvent) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** `onEvent` runs before the listeners, so that the store is already up to date for them. */
    hearOtherTabs(onEvent: (event: SessionEvent) => void) {
      return channel.listen((message) => {
        const event = readSessionEvent(message);
        if (event === null) return;
        onEvent(event);
        notifyListeners(event);
      });
    },
  };
}
