import { useLocation, useSearchParams } from 'react-router';
import { isRecord } from '#domain/is-record.ts';
import { paths } from '#web/app/paths.ts';
import { safeRedirect, withMailedRedirect, withRedirect } from '#web/features/auth/session/safe-redirect.ts';
import { useHydrated } from '#web/forms/use-hydrated.ts';

type AuthLocationState = {
  /** Entered on the previous page, so that the user need not type it again. */
  email: string | undefined;
  /** The user just created an account with this e-mail, which awaits confirmation. */
  signedUp: boolean;
  /** Why a sign-in failed. The redirect to this page was too fast for the message to be read there. */
  fault: string | undefined;
  /** The session ended in another tab while a protected page was open. */
  sessionEnded: boolean;
};

/** State from the previous page. It is restored with the history, so its types are unknown. */
export function useAuthLocationState(): AuthLocationState {
  const state: unknown = useLocation().state;
  const { email, signedUp, fault, sessionEnded } = isRecord(state) ? state : {};
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    email: textOf(email),
    signedUp: signedUp === true,
    fault: textOf(fault),
    sessionEnded: sessionEnded === true,
  };
}

/** The page that the visitor wanted before the redirect to sign-in. Links between the auth pages keep it. */
export function useRedirectTarget() {
  const [params] = useSearchParams();
  // The server renders one page for every query, so its links use the default until hydration.
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
