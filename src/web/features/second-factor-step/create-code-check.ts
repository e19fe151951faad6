import type { FactorType } from '#contract/factors.ts';
import { wrongCodesAllowed } from '#contract/factors.ts';
import { RefusedError } from '../../api-client.ts';

export type CodeResult =
  | { kind: 'passed' }
  | { kind: 'wrong'; text: string; triesLeft: number }
  /** No code opens this challenge any more; a new one must be begun. */
  | { kind: 'over'; text: string };

type CodeCheckOptions = {
  type: FactorType;
  startChallenge: () => Promise<{ id: string }>;
  verify: (answer: { challenge_id: string; code: string }) => Promise<unknown>;
};

const locked = 'Foram 5 códigos incorretos. Comece de novo com um código novo.';

/**
 * One factor being passed. A challenge for an app is begun with the first code: one that was begun when the page
 * opened may be over while somebody looks for the phone.
 */
export function createCodeCheck({ type, startChallenge, verify }: CodeCheckOptions) {
  let challengeId: string | undefined;
  let wrongCodes = 0;

  /** Sends the message, where the factor is a phone. */
  async function begin() {
    challengeId = (await startChallenge()).id;
    wrongCodes = 0;
    return challengeId;
  }

  async function tryCode(code: string, mayBeginAgain: boolean): Promise<CodeResult> {
    const id = challengeId ?? (await begin());
    try {
      await verify({ challenge_id: id, code });
      return { kind: 'passed' };
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { code: refusal, error: text } = error.body;
      if (refusal === 'code_wrong') {
        wrongCodes += 1;
        const triesLeft = wrongCodesAllowed - wrongCodes;
        return triesLeft > 0 ? { kind: 'wrong', text, triesLeft } : { kind: 'over', text: locked };
      }
      if (refusal !== 'challenge_over') throw error;
      challengeId = undefined;
      // Over by its age, not by wrong codes: the code of an app is still good for the next one.
      if (type === 'totp' && wrongCodes === 0 && mayBeginAgain) return tryCode(code, false);
      return { kind: 'over', text };
    }
  }

  return { begin, check: (code: string) => tryCode(code, true) };
}

export type CodeCheck = ReturnType<typeof createCodeCheck>;
