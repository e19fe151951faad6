import type { Deps } from '../../../deps.ts';

/** Bound to its challenge: the hashes of two equal codes are not the same. */
export function codeHash(sealing: Deps['sealing'], challengeId: string, code: string): string {
  return sealing.hash(`${challengeId}:${code}`, 'sms-code');
}
