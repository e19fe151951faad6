import { dayMs, minuteMs } from '#domain/format/durations.ts';
import { AppError } from '#server/errors/app-error.ts';
import {
  type Budget,
  type BudgetDeps,
  budgetSpentError,
  resetBudgets,
  returnToBudgets,
  takeFromBudgets,
} from '#server/features/limits/budget.ts';

/** Decision 027 explains these numbers. */
const quarterHourMs = 15 * minuteMs;
const waitTexts = { text: 'Muitas tentativas de login. Aguarde alguns minutos e tente novamente.' };
const linkTexts = {
  text: 'Muitas tentativas de login nesta conta. Para entrar agora, peça um link mágico.',
  more: 'Neste navegador, a senha volta a ser aceita em até 24 horas.',
};

/** `device` is set if this browser has signed in to the account before. */
export type SignInRequest = Readonly<{
  email: string;
  address: string;
  /** The wider network of an IPv6 address. */
  network: string | undefined;
  device: string | undefined;
}>;

/** A correct password resets `own`. `shared` may count guesses of others, so subtract only this attempt from it. */
type AttemptBudgets = Readonly<{ own: readonly Budget[]; shared: readonly Budget[] }>;

const quarterHour = { windowMs: quarterHourMs, texts: waitTexts };
const day = { windowMs: dayMs, texts: linkTexts };

const deviceBudgets = (email: string, device: string): AttemptBudgets => ({
  own: [{ ...quarterHour, name: 'sign-in-device', of: `${email}:${device}`, max: 5 }],
  shared: [{ ...day, name: 'sign-in-devices-day', of: email, max: 100 }],
});

/** The strict budgets come first: an address without tries left takes nothing from the account's budget. */
function strangerBudgets({ email, address, network }: SignInRequest): AttemptBudgets {
  const both = `${email}:${address}`;
  const ofNetwork = { ...day, name: 'sign-in-network-day', of: `${email}:${network}`, max: 60 };
  return {
    own: [
      { ...quarterHour, name: 'sign-in-pair', of: both, max: 5 },
      { ...day, name: 'sign-in-pair-day', of: both, max: 20 },
    ],
    shared: [
      ...(network === undefined ? [] : [ofNetwork]),
      { ...quarterHour, name: 'sign-in-address', of: address, max: 20 },
      { ...day, name: 'sign-in-account-day', of: email, max: 500 },
    ],
  };
}

const take = (deps: BudgetDeps, { own, shared }: AttemptBudgets) =>
  takeFromBudgets(deps, [...own, ...shared]);

async function countAttempt(deps: BudgetDeps, request: SignInRequest): Promise<AttemptBudgets> {
  const { email, device } = request;
  if (device !== undefined) {
    const known = deviceBudgets(email, device);
    const exhausted = await take(deps, known);
    if (exhausted === undefined) return known;
    if (known.own.includes(exhausted.budget)) throw budgetSpentError(exhausted);
    // An attacker who once had the password may have device cookies. From here on they make no difference.
  }
  const tries = strangerBudgets(request);
  const exhausted = await take(deps, tries);
  if (exhausted !== undefined) throw budgetSpentError(exhausted);
  return tries;
}

/**
 * Runs a sign-in by password and counts only wrong passwords. Attempts of unknown browsers never use the budget of a
 * browser that has signed in to the account before.
 */
export async function limitSignInAttempts<T>(
  deps: BudgetDeps,
  request: SignInRequest,
  signIn: () => Promise<T>,
): Promise<T> {
  const { own, shared } = await countAttempt(deps, request);
  const wasRight = async () => {
    await Promise.all([resetBudgets(deps, own), returnToBudgets(deps, shared)]);
  };
  let answer: T;
  try {
    answer = await signIn();
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code === 'email_unconfirmed') await wasRight();
    // A refused origin or an unavailable database is no guess.
    else if (code !== 'wrong_credentials') await returnToBudgets(deps, [...own, ...shared]);
    throw error;
  }
  await wasRight();
  return answer;
}
