import { hourMs, minuteMs } from '#domain/format/durations.ts';
import {
  type Budget,
  type BudgetDeps,
  budgetSpentError,
  resetBudgets,
  returnToBudgets,
  takeFromBudget,
  takeFromBudgets,
} from '#server/features/limits/budget.ts';
import type { SignInRequest } from './sign-in-limits.ts';

export type SignInMailKind = 'magic-link' | 'confirmation' | 'reset';

const tenMinutesMs = 10 * minuteMs;
const quarterHourMs = 15 * minuteMs;

type Mail = Readonly<{ kind: SignInMailKind; email: string }>;

/**
 * All unknown browsers together get one mail of a kind per window. Every link is valid for longer than the window. So
 * an early request gets the usual answer, because the link in the mailbox still opens the account.
 */
const strangerBudget = ({ kind, email }: Mail): Budget => ({
  name: `sign-in-mail:${kind}`,
  of: email,
  max: 1,
  windowMs: tenMinutesMs,
});

const hourlyBudget = (kind: SignInMailKind, of: string): Budget => ({
  name: `sign-in-mail-hour:${kind}`,
  of,
  max: 3,
  windowMs: hourMs,
});

/** A request that fails later must not count as a mail: the owner would wait in vain. */
async function sendOrUndo(deps: BudgetDeps, taken: readonly Budget[], send: () => Promise<unknown>) {
  try {
    await send();
  } catch (error) {
    await returnToBudgets(deps, taken);
    throw error;
  }
}

/** Sends one mail for all requests, and none while the last link is still valid. */
export async function sendUnlessRecentlySent(deps: BudgetDeps, mail: Mail, send: () => Promise<unknown>) {
  const budget = strangerBudget(mail);
  const { isSpent, remainingMs } = await takeFromBudget(deps, budget);
  if (!isSpent) await sendOrUndo(deps, [budget], send);
  return { sentBefore: isSpent, againInMs: remainingMs };
}

/** Requests of unknown browsers neither use up the mails of a known browser nor fill the owner's mailbox. */
export async function limitSignInMails(
  deps: BudgetDeps,
  { kind, email, address, device }: SignInRequest & Mail,
  send: () => Promise<unknown>,
): Promise<{ sentBefore: boolean }> {
  if (device !== undefined) {
    const ofDevice = hourlyBudget(kind, `${email}:${device}`);
    const ofDevices = { ...hourlyBudget(kind, email), name: `sign-in-mail-devices:${kind}`, max: 10 };
    const exhausted = await takeFromBudgets(deps, [ofDevice, ofDevices]);
    if (exhausted?.budget === ofDevice) throw budgetSpentError(exhausted);
    if (exhausted === undefined) {
      await sendOrUndo(deps, [ofDevice, ofDevices], send);
      return { sentBefore: false };
    }
  }
  const ofPair = hourlyBudget(kind, `${email}:${address}`);
  const ofAddress = { name: 'sign-in-mail-address', of: address, max: 20, windowMs: quarterHourMs };
  const exhausted = await takeFromBudgets(deps, [ofPair, ofAddress]);
  if (exhausted !== undefined) throw budgetSpentError(exhausted);
  const { sentBefore } = await sendUnlessRecentlySent(deps, { kind, email }, send);
  if (sentBefore) await returnToBudgets(deps, [ofPair]);
  return { sentBefore };
}

/** A sign-up always sends its link. This delays the next mail. */
export async function recordConfirmationMail(deps: BudgetDeps, email: string): Promise<void> {
  await takeFromBudget(deps, strangerBudget({ kind: 'confirmation', email }));
}

/** The limit makes sense only while the mailed link works. Once it is used or deleted, allow the next mail. */
export async function resetMailLimits(
  deps: BudgetDeps,
  email: string,
  kinds: readonly SignInMailKind[],
): Promise<void> {
  const budgets = kinds.map((kind) => strangerBudget({ kind, email }));
  await resetBudgets(deps, budgets);
}
