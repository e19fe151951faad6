import { paths } from '#web/app/paths.ts';
import type { Account } from './account.ts';
import { safeRedirect } from './safe-redirect.ts';
import { sessionStore } from './session-store.ts';

/** The page to open after the sign-in. A page of another person, whose session ended here, is not opened. */
export const ownRedirect = (wanted: string | null, account: Account) =>
  sessionStore.isAfterAnother(account) ? paths.dashboard : safeRedirect(wanted);
