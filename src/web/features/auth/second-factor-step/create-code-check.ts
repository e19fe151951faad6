import type { FactorType } from '#contract/factors.ts';
import { RefusedError } from '../../../api/client.ts';

export type CodeResult =
  | { kind: 'passed' }
  /** The text says how many tries are left. */
  | { kind: 'wrong'; text: string }
  /** No code opens this challenge any more; a new one must be begun. */
  | { kind: 'over'; text: string };

type CodeCheckOptions = {
  type: FactorType;
  startChallenge: () => Promise<{ id: string }>;
  verify: (answer: { challenge_id: string; code: string }) => Promise<unknown>;
};

/**
 * One factor being passed. A challenge for an app is begun with the first code: one that was begun when the page
 * opened may be over while somebody looks for the phone.
 */
export function createCodeCheck({ type, startChallenge, verify }: CodeCheckOptions) {
  let challengeId: string | undefined;
  let wasWrong = false;

  /** Sends the message, where the factor is a phone. */
  async function begin() {
    challengeId = (await startChallenge()).id;
    wasWrong = false;
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
        wasWrong = true;
        return { kind: 'wrong', text };
      }
      if (refusal !== 'challenge_over') throw error;
      challengeId = undefined;
      // Over by its age, not by wrong codes: the code of an app is still good for the next one.
      if (type === 'totp' && !wasWrong && mayBeginAgain) return tryCode(code, false);
      return { kind: 'over', text };
    }
  }

  return { begin, check: (code: string) => tryCode(code, true) };
}

export type CodeCheck = ReturnType<typeof createCodeCheck>;
