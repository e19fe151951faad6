import type { FastifyRequest } from 'fastify';
import type { Honeypot } from '#contract/messages.ts';
import { hourMs } from '#domain/format/durations.ts';
import { minFillTimeMs } from '#domain/honeypot.ts';
import type { Deps } from '#server/deps.ts';
import { addressOf, rateLimitBy, rateLimitByAddress } from './rate-limits.ts';
import { actorIfAny } from './signed-in.ts';

/**
 * Reads the honeypot. A filled hidden field or a too short time suggests a bot, but a browser extension can cause it
 * too. So the server only marks the message. Forms of signed-in users send no time.
 */
export function readHoneypot<Body extends Honeypot>(
  { spare_note = '', elapsed_ms: elapsedMs = 0, ...written }: Body,
  { signedIn = false }: { signedIn?: boolean } = {},
) {
  return { written, suspect: spare_note !== '' || (!signedIn && elapsedMs < minFillTimeMs) };
}

/** High, because a mobile network can put a whole town behind one address. */
const maxPerAddress = 100;
const maxPerSender = 5;

/** Any visitor can type any e-mail. If it alone were the key, an attacker could use up its owner's limit. */
const senderOf = (request: FastifyRequest) =>
  actorIfAny(request)?.userId ?? `${(request.body as { email: string }).email}:${addressOf(request)}`;

/** Rate limits of a form that needs no account. Spread them into its route's options. */
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
