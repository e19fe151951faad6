import { useLocation } from 'react-router';

type FromBefore = {
  /** Typed on the page before, so that nobody types it twice. */
  email: string | undefined;
  /** An account was just made with it, and waits for its confirmation. */
  signedUp: boolean;
  /** Why a sign-in failed, for who could not read it in the moment before it led back here. */
  fault: string | undefined;
  /** The session ended elsewhere while a page behind the sign-in was open. */
  sessionEnded: boolean;
};

/** What the page before hands on. It comes back with the history, so it is read as anything may be in it. */
export function useFromBefore(): FromBefore {
  const state: unknown = useLocation().state;
  const known = typeof state === 'object' && state !== null ? state : {};
  const { email, signedUp, fault, sessionEnded } = known as Partial<Record<keyof FromBefore, unknown>>;
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    email: textOf(email),
    signedUp: signedUp === true,
    fault: textOf(fault),
    sessionEnded: sessionEnded === true,
  };
}
