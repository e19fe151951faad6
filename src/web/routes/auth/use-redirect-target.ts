import { useSearchParams } from 'react-router';
import { safeRedirect } from '../../features/session/safe-redirect.ts';
import { paths } from '../../paths.ts';
import { useAlive } from '../../use-alive.ts';

/** Where somebody wanted to go when they were asked to come in; it goes with them from page to page. */
export function useRedirectTarget() {
  const [params] = useSearchParams();
  // The written page knows no query: its links are those of the default until the page is alive.
  const wanted = useAlive() ? params.get('redirect') : null;
  const target = safeRedirect(wanted);
  const withTarget = (path: string) =>
    target === paths.dashboard ? path : `${path}?redirect=${encodeURIComponent(target)}`;
  return {
    target,
    loginTo: withTarget(paths.login),
    registerTo: withTarget(paths.register),
    callbackURL: withTarget(paths.authCallback),
  };
}
