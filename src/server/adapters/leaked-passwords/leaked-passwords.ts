import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { isCommonPassword } from './common-passwords.ts';

const timeLimitMs = 2_000;
/** Only these characters leave this machine. About eight hundred leaked hashes share each prefix. */
const prefixLength = 5;

type LeakCheckResult = 'leaked' | 'not_found' | 'unanswered';
export type LeakedPasswords = ReturnType<typeof openLeakedPasswords>;

type Options = { url: string; log: Pick<Logger, 'warn'> };

/**
 * A client for the k-anonymity range API of Have I Been Pwned. An outage must not block sign-ups, so it is only
 * counted. The built-in list refuses the most common passwords even without a network.
 */
export function openLeakedPasswords({ url, log }: Options) {
  const counts: Record<LeakCheckResult, number> = { leaked: 0, not_found: 0, unanswered: 0 };

  async function checkRemotely(password: string): Promise<LeakCheckResult> {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const answer = await fetch(`${url}/range/${hash.slice(0, prefixLength)}`, {
        // Padding hides the number of matching hashes from eavesdroppers.
        headers: { 'add-padding': 'true' },
        signal: AbortSignal.timeout(timeLimitMs),
      });
      if (!answer.ok) throw new Error(`the leaked-password service answered ${answer.status}`);
      const lines = (await answer.text()).split('\n').map((line) => line.trim().split(':'));
      const found = lines.some(([suffix, count]) => suffix === hash.slice(prefixLength) && Number(count) > 0);
      return found ? 'leaked' : 'not_found';
    } catch (error) {
      log.warn({ part: 'leaked-passwords', err: error }, 'the leaked-password service did not answer');
      return 'unanswered';
    }
  }

  return {
    async lookUp(password: string): Promise<LeakCheckResult> {
      const outcome = isCommonPassword(password) ? 'leaked' : await checkRemotely(password);
      counts[outcome] += 1;
      return outcome;
    },
    counts: (): Readonly<Record<LeakCheckResult, number>> => counts,
  };
}
