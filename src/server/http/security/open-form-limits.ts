import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { addressOf, limited, limitedBy } from './rate-limits.ts';
import { actorIfAny } from './signed-in.ts';

const hourMs = 3_600_000;
/** A mobile network puts a whole town behind one address. */
const maxPerAddress = 100;
const maxPerSender = 5;

/** The e-mail proves nothing. Counted alone, a stranger could use up the messages of its owner. */
const senderOf = (request: FastifyRequest) =>
  actorIfAny(request)?.userId ?? `${(request.body as { email: string }).email}:${addressOf(request)}`;

/** What keeps a form that needs no account from being sent in heaps. Spread into its route's options. */
export function openForm(deps: Deps, name: string) {
  const perSender = limitedBy(deps, {
    name: `${name}-sender`,
    max: maxPerSender,
    windowMs: hourMs,
    keyOf: senderOf,
  });
  return {
    ...limited({ name, max: maxPerAddress, windowMs: hourMs }),
    preHandler: perSender,
  };
}
