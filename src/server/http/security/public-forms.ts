import type { FastifyRequest } from 'fastify';
import type { Honeypot } from '#contract/honeypot.ts';
import { minFillTimeMs } from '#domain/honeypot.ts';
import type { Deps } from '../../deps.ts';
import { addressOf, rateLimitBy, rateLimitByAddress } from './rate-limits.ts';
import { actorIfAny } from './signed-in.ts';

/**
 * A filled hidden field, no time or too little of it is a program's work, or an extension's: only we can tell by
 * reading, so it is kept and marked. Who is signed in was let in by more than a form, and has no clock to send.
 */
export function readHoneypot<Body extends Honeypot>(
  { spare_note = '', elapsed_ms: elapsedMs = 0, ...written }: Body,
  { signedIn = false }: { signedIn?: boolean } = {},
) {
  return { written, suspect: spare_note !== '' || (!signedIn && elapsedMs < minFillTimeMs) };
}

const hourMs = 3_600_000;
/** A mobile network puts a whole town behind one address. */
const maxPerAddress = 100;
const maxPerSender = 5;

/** The e-mail proves nothing. Counted alone, a stranger could use up the messages of its owner. */
const senderOf = (request: FastifyRequest) =>
  actorIfAny(request)?.userId ?? `${(request.body as { email: string }).email}:${addressOf(request)}`;

/** What keeps a form that needs no account from being sent in heaps. Spread into its route's options. */
export function publicFormLimits(deps: Deps, name: string) {
  const perSender = rateLimitBy(deps, {
    name: `${name}-sender`,
    max: maxPerSender,
    windowMs: hourMs,
    keyOf: senderOf,
  });
  return {
    ...rateLimitByAddress({ name, max: maxPerAddress, windowMs: hourMs }),
    preHandler: perSender,
  };
}
