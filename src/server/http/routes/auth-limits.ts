import type { FastifyRequest } from 'fastify';
import { hourMs, minuteMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { limitSignInAttempts, type SignInRequest } from '#server/features/auth/sign-in/sign-in-limits.ts';
import { limitSignInMails, type SignInMailKind } from '#server/features/auth/sign-in/sign-in-mail-limits.ts';
import { addressOf, networkOf, rateLimitBy, rateLimitByUser } from '../security/rate-limits.ts';

const quarterHourMs = 15 * minuteMs;

/** The rate limits of the sign-in routes, counted after the body's validation. */
export function authLimits(deps: Deps) {
  const perAddress = { windowMs: quarterHourMs, keyOf: addressOf };
  const askingOf = (request: FastifyRequest): SignInRequest => {
    const { email } = request.body as { email: string };
    const device = deps.auth.knownDevice(request.headers.cookie ?? '', email);
    return { email, address: addressOf(request), network: networkOf(request), device };
  };
  return {
    signIn: <T>(request: FastifyRequest, signIn: () => Promise<T>) =>
      limitSignInAttempts(deps, askingOf(request), signIn),
    // A school or an office has one address, and a class signs up within an hour.
    signUp: rateLimitBy(deps, {
      name: 'sign-up',
      max: deps.config.signUpsPerAddress,
      windowMs: hourMs,
      keyOf: addressOf,
    }),
    /** Each kind of mail has its own limit: a lost mail of one kind must not block the other kinds. */
    mail: (kind: SignInMailKind, request: FastifyRequest, send: () => Promise<unknown>) =>
      limitSignInMails(deps, { ...askingOf(request), kind }, send),
    change: rateLimitByUser(deps, { name: 'email-change', max: 3, windowMs: hourMs }),
    link: rateLimitBy(deps, { ...perAddress, name: 'auth-link', max: 60 }),
    /** Twice as many, because a browser that did not ask for the link calls before and after the press. */
    openLink: rateLimitBy(deps, { ...perAddress, name: 'open-link', max: 120 }),
    google: rateLimitBy(deps, { ...perAddress, name: 'google', max: 60 }),
  };
}
