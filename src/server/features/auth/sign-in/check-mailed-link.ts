import type { OpenedLink, OpenLink } from '#contract/mailed-links.ts';
import type { MailedLink } from '#server/adapters/auth/mailed-links.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { isConfirmedEmail, requireEmailAvailable } from './sign-in-checks.ts';

type Check = Exclude<OpenedLink, { status: 'opened' }> | { status: 'opens' };

/** A link of an e-mail change needs the account's own session, so that a mistyped address gets none. */
async function refuseForeignChange(
  deps: Pick<Deps, 'auth' | 'db'>,
  { email, changes, cookies }: Pick<MailedLink, 'email' | 'changes'> & { cookies: string },
) {
  if (changes === undefined) return;
  const session = await deps.auth.sessionOf(cookies);
  // Already changed: Better Auth reports that the link is used up.
  if (session?.email === email) return;
  if (session?.email !== changes) throw new AppError('unauthenticated');
  await requireEmailAvailable(deps, email);
}

/** Decides whether a mailed link opens now, only after a press, or not at all. It does not use the link. */
export async function checkMailedLink(
  deps: Pick<Deps, 'auth' | 'db'>,
  { kind, token, pressed, cookies }: OpenLink & { cookies: string },
): Promise<Check> {
  const link = await deps.auth.readMailedLink({ kind, token });
  if (link === undefined) throw new AppError('token_invalid');
  const { email, changes, isExpired } = link;
  // A second click on a confirmation link is no error, even after its expiry.
  if (kind === 'confirm-email' && (await isConfirmedEmail(deps, email)))
    return { status: 'confirmed_before' };
  if (isExpired) throw new AppError('token_invalid');
  await refuseForeignChange(deps, { email, changes, cookies });
  if (pressed || deps.auth.askingBrowser.hasAsked(cookies, { kind, email })) return { status: 'opens' };
  return { status: 'press_needed', email };
}
