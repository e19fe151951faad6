import { isRecord } from '#domain/is-record.ts';
import { lettersOf } from '#domain/name-parts.ts';

export type Account = {
  id: string;
  name: string;
  email: string;
  image: string | null;
  email_confirmed: boolean;
  created_at: string | null;
  last_sign_in_at: string | null;
};

export type FoundSession = { id: string; account: Account };

export const textOr = <T>(value: unknown, fallback: T) =>
  typeof value === 'string' && value !== '' ? value : fallback;

/**
 * Parses the session answer: a session, or null for a visitor. Parsed by hand, because this check runs on every
 * page and a schema would add the validation library to the landing page. Throws on any other shape.
 */
export function readSessionAnswer(answer: unknown): FoundSession | null {
  if (answer === null) return null;
  const { user, session } = isRecord(answer) ? answer : {};
  if (!isRecord(user) || typeof user.id !== 'string' || typeof user.email !== 'string') {
    throw new TypeError('the session answer has no user');
  }
  if (!isRecord(session) || typeof session.id !== 'string') {
    throw new TypeError('the session answer has no session');
  }
  const account = {
    id: user.id,
    email: user.email,
    name: textOr(user.name, ''),
    image: textOr(user.image, null),
    // Only an explicit false counts.
    email_confirmed: user.emailVerified !== false,
    created_at: textOr(user.createdAt, null),
    // A sign-in creates the session.
    last_sign_in_at: textOr(session.createdAt, null),
  };
  return { id: session.id, account };
}

const defaultInitials = 'US';

/** The first two letters of the name, as the product has always shown them. */
export function initialsOf(name: string) {
  const letters = lettersOf(name);
  return letters.length === 0 ? defaultInitials : letters.slice(0, 2).join('').toLocaleUpperCase('pt-BR');
}
