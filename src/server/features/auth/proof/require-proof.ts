import type { Actor } from '../../../actor.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors/app-error.ts';

/** A sign-in counts as a proof for this long, and so does each proof after it. */
const freshForMs = 600_000;

/**
 * For acts that take an account away from its owner. A stolen cookie, or a screen that was left open, must not be
 * enough for them.
 */
export function requireProof({ now }: Pick<Deps, 'now'>, { provedAt }: Pick<Actor, 'provedAt'>): void {
  if (now().getTime() - provedAt.getTime() > freshForMs) throw new AppError('proof_required');
}
