import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { isCommonPassword } from './common-passwords.ts';

const timeLimitMs = 2_000;
/** All that leaves this machine: some eight hundred leaked hashes begin with the same five letters. */
const prefixLength = 5;

export type LookUp = 'leaked' | 'not_found' | 'unanswered';
export type LeakedPasswords = ReturnType<typeof openLeakedPasswords>;

type Options = { url: string; log: Pick<Logger, 'warn'> };

/**
 * The k-anonymity range API of Have I Been Pwned. Its silence must keep nobody from signing up, so it is only counted;
 * the built-in list refuses what everybody tries first, with or without a network.
 */
export function openLeakedPasswords({ url, log }: Options) {
  const counts: Record<LookUp, number> = { leaked: 0, not_found: 0, unanswered: 0 };

  async function ask(password: string): Promise<LookUp> {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const answer = await fetch(`${url}/range/${hash.slice(0, prefixLength)}`, {
        // Padding hides from who watches the line how many hashes an answer holds.
        headers: { 'add-padding': 'true' },
        signal: AbortSignal.timeout(timeLimitMs),
      });
      if (!answer.ok) throw new Error(`answered with ${answer.status}`);
      const lines = (await answer.text()).split('\n').map((line) => line.trim().split(':'));
      const found = lines.some(([suffix, count]) => suffix === hash.slice(prefixLength) && Number(count) > 0);
      return found ? 'leaked' : 'not_found';
    } catch (error) {
      log.warn({ part: 'leaked-passwords', err: error }, 'leaked passwords could not be looked up');
      return 'unanswered';
    }
  }

  return {
    async lookUp(password: string): Promise<LookUp> {
      const outcome = isCommonPassword(password) ? 'leaked' : await ask(password);
      counts[outcome] += 1;
      return outcome;
    },
    counts: (): Readonly<Record<LookUp, number>> => counts,
  };
}
