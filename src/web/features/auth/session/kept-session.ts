import type { AssuranceLevel } from '#contract/factors.ts';
import { isRecord } from '#domain/is-record.ts';
import { type Account, textOr } from './account.ts';

/** The stored part of a session. The long-lived part is a cookie that scripts cannot read. */
export type KeptSession = {
  access_token: string;
  /** Unix time in seconds, by the server's clock. */
  issued_at: number;
  expires_at: number;
  /** By this computer's clock, which may be wrong, so only differences of it are used. */
  received_at_ms: number;
  session_id: string;
  level: AssuranceLevel;
  next_level: AssuranceLevel;
  user: Account;
};

export type TokenClaims = Omit<KeptSession, 'access_token' | 'received_at_ms' | 'user'> & { user_id: string };

const isLevel = (value: unknown): value is AssuranceLevel => value === 'aal1' || value === 'aal2';

/** Reads the claims without verifying them, because only the server judges the token. Throws on anything else. */
export function readClaims(token: string): TokenClaims {
  const payload = token.split('.')[1] ?? '';
  const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  if (!isRecord(claims)) throw new TypeError('the access token has no claims');
  const { sub, sid, iat, exp, aal, next_aal: nextAal } = claims;
  if (
    typeof sub !== 'string' ||
    typeof sid !== 'string' ||
    typeof iat !== 'number' ||
    typeof exp !== 'number'
  )
    throw new TypeError('the access token lacks a claim');
  if (!isLevel(aal) || !isLevel(nextAal)) throw new TypeError('the access token has no level');
  return { user_id: sub, session_id: sid, issued_at: iat, expires_at: exp, level: aal, next_level: nextAal };
}

export function readTokenAnswer(answer: unknown): string {
  const token = isRecord(answer) ? answer.token : undefined;
  if (typeof token !== 'string') throw new TypeError('the token answer has no token');
  readClaims(token);
  return token;
}

/** The caller must pass the account that the token names. */
export function sessionFromToken(token: string, user: Account, receivedAtMs: number): KeptSession {
  const { user_id: _, ...claims } = readClaims(token);
  return { access_token: token, ...claims, received_at_ms: receivedAtMs, user };
}

function readAccount(value: unknown): Account | null {
  if (!isRecord(value) || typeof value.id !== 'string' || typeof value.email !== 'string') return null;
  return {
    id: value.id,
    email: value.email,
    name: textOr(value.name, ''),
    image: textOr(value.image, null),
    email_confirmed: value.email_confirmed === true,
    created_at: textOr(value.created_at, null),
    last_sign_in_at: textOr(value.last_sign_in_at, null),
  };
}

/** The value comes from storage or another tab, possibly written by an older release. */
export function readKeptSession(value: unknown): KeptSession | null {
  if (!isRecord(value)) return null;
  const { access_token, issued_at, expires_at, received_at_ms, session_id, level, next_level } = value;
  const user = readAccount(value.user);
  if (user === null || typeof access_token !== 'string' || typeof session_id !== 'string') return null;
  if (typeof issued_at !== 'number' || typeof expires_at !== 'number' || typeof received_at_ms !== 'number')
    return null;
  if (!isLevel(level) || !isLevel(next_level)) return null;
  return { access_token, issued_at, expires_at, received_at_ms, session_id, level, next_level, user };
}

export const tickMs = 30_000;
const ticksLeftToRefresh = 3;

/**
 * Whether the token is valid for longer than the margin. Its age counts from its arrival by the local clock, so a
 * wrong clock neither rejects new tokens nor keeps expired ones.
 */
export function isFresh({ issued_at, expires_at, received_at_ms }: KeptSession, nowMs: number): boolean {
  const ageMs = nowMs - received_at_ms;
  // The clock was set back, so the age is unknown.
  if (ageMs < 0) return false;
  return (expires_at - issued_at) * 1_000 - ageMs > ticksLeftToRefresh * tickMs;
}
