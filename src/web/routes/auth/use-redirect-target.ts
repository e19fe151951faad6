import { useSearchParams } from 'react-router';
import { paths } from '../../app/paths.ts';
import { safeRedirect, withMailedRedirect, withRedirect } from '../../features/auth/session/safe-redirect.ts';
import { useHydrated } from '../../forms/use-hydrated.ts';

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
