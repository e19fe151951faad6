import type { Deps } from '../../deps.ts';

/**
 * For keys that say an address or an e-mail: a counter only has to be found again, so a copy of its table must not tell
 * who came. Whoever counts and whoever forgives build the key by this.
 */
export const limitKey = ({ sealing }: Pick<Deps, 'sealing'>, who: string): string =>
  sealing.hash(who, 'limit');
