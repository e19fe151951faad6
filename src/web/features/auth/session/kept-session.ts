import type { AssuranceLevel } from '#contract/factors.ts';
import { isRecord } from '#domain/is-record.ts';
import { type Account, textOr } from './account.ts';

/** What the browser keeps of a session under one fixed key. The part that lasts is a cookie that no script reads. */
export type KeptSession = {
  access_token: string;
  /** Seconds since 1970 by the server's clock. */
  issued_at: number;
  expires_at: number;
  /** By this computer's clock, which may be wrong: only differences are taken from it. */
  received_at_ms: number;
  session_id: string;
  level: AssuranceLevel;
  next_level: AssuranceLevel;
  user: Account;
};

export type TokenClaims = Omit<KeptSession, 'access_token' | 'received_at_ms' | 'user'> & { user_id: string };

const isLevel = (value: unknown): value is AssuranceLevel => value === 'aal1' || value === 'aal2';

/** Read, never verified: what the token is worth is for the server to say. Throws on what is no token of ours. */
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

/** The account is the one that the token names: the caller sees to that. */
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

/** From storage, or from another tab: anything may stand there, also what an older version wrote. */
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
 * Whether the token is good for longer than the margin. Its age is counted from when it came, so that a computer whose
 * clock is wrong neither takes each new token for an old one nor an old one for good.
 */
export function isFresh({ issued_at, expires_at, received_at_ms }: KeptSession, nowMs: number): boolean {
  const ageMs = nowMs - received_at_ms;
  // Set back since: nothing is known of the age any more.
  if (ageMs < 0) return false;
  return (expires_at - issued_at) * 1_000 - ageMs > ticksLeftToRefresh * tickMs;
}
