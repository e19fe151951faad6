import type { Profile } from '#contract/profile.ts';

/** Rejects when the page was left meanwhile: no step must follow that nobody waits for. */
export function abortableDelay(ms: number, left: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const leave = () => {
      clearTimeout(timer);
      reject(new DOMException('the page was left', 'AbortError'));
    };
    if (left.aborted) leave();
    else left.addEventListener('abort', leave, { once: true });
  });
}

const settlesAfterMs = 1_500;
const leavesAfterMs = 1_000;
/** Profile and session are made by the same sign-in, but not in the same millisecond. */
const sameMomentMs = 2_000;

export type OpenedSession = { signedInAt: string; needsSecondFactor: boolean };

type CallbackSteps = {
  /** Gets session and user; says whether a second factor is still to be passed. */
  openSession: () => Promise<OpenedSession>;
  loadProfile: () => Promise<Profile>;
  requestWelcome: (who: { email: string; name: string }) => Promise<void>;
  wait: (ms: number) => Promise<void>;
  /** Time since the browser opened the address; loading the page is part of the specified delay. */
  sinceOpenedMs: number;
};

export type CallbackEnd = 'signed_in' | 'second_factor';

/** From a followed link to an open session, in the specification's steps and delays. Throws a CallbackError. */
export async function finishCallback(steps: CallbackSteps): Promise<CallbackEnd> {
  const { openSession, loadProfile, requestWelcome, wait, sinceOpenedMs } = steps;
  const opening = openSession();
  // A failure shows after the delay; until then it must not count as an unhandled rejection.
  opening.catch(() => {});
  await wait(Math.max(0, settlesAfterMs - sinceOpenedMs));
  const { signedInAt, needsSecondFactor } = await opening;
  // Without it no data is given out, the profile neither.
  if (needsSecondFactor) return 'second_factor';
  const { email, name, created_at: madeAt } = await loadProfile();
  // Made by this very sign-in: the first one.
  const isFirst = Math.abs(Date.parse(madeAt) - Date.parse(signedInAt)) < sameMomentMs;
  // A welcome that does not come keeps nobody out.
  if (isFirst) await requestWelcome({ email, name }).catch(() => {});
  await wait(leavesAfterMs);
  return 'signed_in';
}
