import { isRecord } from '#domain/is-record.ts';
import { textOr } from './account.ts';
import { type KeptSession, readKeptSession } from './kept-session.ts';

/**
 * `left`: the person signed out on purpose. `ended`: the server ended a session of this browser, from another device for
 * example. `absent`: there was no session to begin with.
 */
export type EndReason = 'left' | 'ended' | 'absent';

export type SessionEvent =
  | { type: 'SIGNED_IN'; session: KeptSession }
  | { type: 'TOKEN_REFRESHED'; session: KeptSession }
  | { type: 'SIGNED_OUT' | 'USER_DELETED'; reason: Exclude<EndReason, 'absent'>; session_id: string | null }
  | { type: 'USER_UPDATED'; session: KeptSession };

/** How tabs hear of each other; messages reach every tab but the one that sent them. */
export type TabChannel = {
  send: (message: unknown) => void;
  listen: (listener: (message: unknown) => void) => () => void;
};

/** Another tab may run an older version of this code. */
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

/** The session's five events: what this tab does is told to its own listeners and to the other tabs. */
export function createSessionEvents(channel: TabChannel) {
  const listeners = new Set<(event: SessionEvent) => void>();
  const tell = (event: SessionEvent) => {
    for (const listener of listeners) listener(event);
  };
  return {
    emit(event: SessionEvent) {
      tell(event);
      channel.send(event);
    },
    on(listener: (event: SessionEvent) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** `onEvent` hears those of the other tabs before the listeners do: by then the session is what they say. */
    hearOtherTabs(onEvent: (event: SessionEvent) => void) {
      return channel.listen((message) => {
        const event = readSessionEvent(message);
        if (event === null) return;
        onEvent(event);
        tell(event);
      });
    },
  };
}
