import {
  type Budget,
  type BudgetDeps,
  giveBack,
  refill,
  refusalOfBudget,
  takeEach,
  takeOne,
} from '../../limits/budget.ts';
import type { Asking } from './sign-in-limits.ts';

export type SignInMail = 'magic-link' | 'confirmation' | 'reset';

const tenMinutesMs = 600_000;
const quarterHourMs = 900_000;
const hourMs = 3_600_000;

type Mail = Readonly<{ kind: SignInMail; email: string }>;

/**
 * All strangers together get one mail of a kind in this time. Every link holds longer, so a request that comes too early
 * finds a link in the mailbox that still opens the account. That is why it is answered like any other.
 */
const ofStrangers = ({ kind, email }: Mail): Budget => ({
  name: `sign-in-mail:${kind}`,
  of: email,
  max: 1,
  windowMs: tenMinutesMs,
});

const perHour = (kind: SignInMail, of: string): Budget => ({
  name: `sign-in-mail-hour:${kind}`,
  of,
  max: 3,
  windowMs: hourMs,
});

/** A request that is refused later must not stand for a mail: the next person would wait for nothing. */
async function sendOrGiveBack(deps: BudgetDeps, taken: readonly Budget[], send: () => Promise<unknown>) {
  try {
    await send();
  } catch (error) {
    await giveBack(deps, taken);
    throw error;
  }
}

/** One mail for all who ask, and none while the link of the last one still holds. */
export async function mailUnlessMailed(deps: BudgetDeps, mail: Mail, send: () => Promise<unknown>) {
  const budget = ofStrangers(mail);
  const { isSpent, remainingMs } = await takeOne(deps, budget);
  if (!isSpent) await sendOrGiveBack(deps, [budget], send);
  return { sentBefore: isSpent, againInMs: remainingMs };
}

/** A stranger's requests use up neither the mails of a browser that is known, nor the room in the owner's mailbox. */
export async function countSignInMail(
  deps: BudgetDeps,
  { kind, email, address, device }: Asking & Mail,
  send: () => Promise<unknown>,
): Promise<{ sentBefore: boolean }> {
  if (device !== undefined) {
    const ofDevice = perHour(kind, `${email}:${device}`);
    const ofDevices = { ...perHour(kind, email), name: `sign-in-mail-devices:${kind}`, max: 10 };
    const spent = await takeEach(deps, [ofDevice, ofDevices]);
    if (spent?.budget === ofDevice) throw refusalOfBudget(spent);
    if (spent === undefined) {
      await sendOrGiveBack(deps, [ofDevice, ofDevices], send);
      return { sentBefore: false };
    }
  }
  const ofPair = perHour(kind, `${email}:${address}`);
  const ofAddress = { name: 'sign-in-mail-address', of: address, max: 20, windowMs: quarterHourMs };
  const spent = await takeEach(deps, [ofPair, ofAddress]);
  if (spent !== undefined) throw refusalOfBudget(spent);
  const { sentBefore } = await mailUnlessMailed(deps, { kind, email }, send);
  if (sentBefore) await giveBack(deps, [ofPair]);
  return { sentBefore };
}

/** A sign-up always sends its link. The next mail waits for it. */
export async function noteConfirmationMail(deps: BudgetDeps, email: string): Promise<void> {
  await takeOne(deps, ofStrangers({ kind: 'confirmation', email }));
}

/** A pause is justified by a link that still works. After the link was used or deleted, the next mail is sent at once. */
export async function endMailPauses(
  deps: BudgetDeps,
  email: string,
  kinds: readonly SignInMail[],
): Promise<void> {
  const pauses = kinds.map((kind) => ofStrangers({ kind, email }));
  await refill(deps, pauses);
}
