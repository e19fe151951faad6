import { useLocation, useSearchParams } from 'react-router';
import { paths } from '../../app/paths.ts';
import { safeRedirect, withMailedRedirect, withRedirect } from '../../features/auth/session/safe-redirect.ts';
import { useHydrated } from '../../forms/use-hydrated.ts';

type AuthLocationState = {
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
export function useAuthLocationState(): AuthLocationState {
  const state: unknown = useLocation().state;
  const known = typeof state === 'object' && state !== null ? state : {};
  const { email, signedUp, fault, sessionEnded } = known as Partial<Record<keyof AuthLocationState, unknown>>;
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    email: textOf(email),
    signedUp: signedUp === true,
    fault: textOf(fault),
    sessionEnded: sessionEnded === true,
  };
}

/** Where somebody wanted to go when they were asked to come in; it goes with them from page to page. */
export function useRedirectTarget() {
  const [params] = useSearchParams();
  // The written page knows no query: its links are those of the default until the page is alive.
  const wanted = useHydrated() ? params.get('redirect') : null;
  const target = safeRedirect(wanted);
  return {
    target,
    loginTo: withRedirect(paths.login, target),
    registerTo: withRedirect(paths.register, target),
    forgotTo: withRedirect(paths.forgotPassword, target),
    resetTo: withMailedRedirect(paths.resetPassword, target),
    callbackURL: withMailedRedirect(paths.authCallback, target),
  };
}
