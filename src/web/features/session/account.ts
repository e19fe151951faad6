export type Account = { id: string; name: string; email: string; image: string | null };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * What the session address answers: an account, or null for a visitor. Read by hand: this check runs on every
 * page, and a schema would put the whole validation library on the landing page. Throws on any other shape.
 */
export function readSessionAnswer(answer: unknown): Account | null {
  if (answer === null) return null;
  const user = isRecord(answer) ? answer.user : undefined;
  if (!isRecord(user) || typeof user.id !== 'string' || typeof user.email !== 'string') {
    throw new TypeError('the session answer has no user');
  }
  return {
    id: user.id,
    email: user.email,
    name: typeof user.name === 'string' ? user.name : '',
    image: typeof user.image === 'string' && user.image !== '' ? user.image : null,
  };
}

const initialsOfNobody = 'US';

/** The first two letters of the name, as the product has always shown them. */
export function initialsOf(name: string) {
  const letters = Array.from(name.normalize('NFC').matchAll(/\p{L}/gu), ([letter]) => letter);
  return letters.length === 0 ? initialsOfNobody : letters.slice(0, 2).join('').toLocaleUpperCase('pt-BR');
}
