import type { Factor } from '#contract/factors.ts';
import { RefusedError } from '../../../api/client.ts';

type CodeRoundOptions<Passed> = {
  type: Factor['factor_type'];
  startChallenge: () => Promise<{ id: string }>;
  verify: (answer: { challenge_id: string; code: string }) => Promise<Passed>;
};

/**
 * One factor on its way to being verified. For an app the challenge is begun with the first code and, once it is over,
 * with the next one: somebody may have looked for the phone for a while. A message is sent only when it is asked for.
 */
export function createCodeRound<Passed>({ type, startChallenge, verify }: CodeRoundOptions<Passed>) {
  let challengeId: string | undefined;

  async function begin() {
    challengeId = (await startChallenge()).id;
    return challengeId;
  }

  async function check(code: string, mayBeginAgain = true): Promise<Passed> {
    const id = challengeId ?? (await begin());
    try {
      return await verify({ challenge_id: id, code });
    } catch (error) {
      if (!(error instanceof RefusedError) || error.body.code !== 'challenge_over') throw error;
      if (type !== 'totp') throw error;
      challengeId = undefined;
      if (!mayBeginAgain) throw error;
      return check(code, false);
    }
  }

  return { begin, check: (code: string) => check(code) };
}

export type CodeRound<Passed> = ReturnType<typeof createCodeRound<Passed>>;
