import type { Logger } from 'pino';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** How Better Auth's refusal messages begin. The client controls the rest of each message. */
const refusals = [
  'Invalid origin',
  'Invalid callbackURL',
  'Invalid redirectURL',
  'Invalid errorCallbackURL',
  'Invalid newUserCallbackURL',
  'Invalid password',
  'User not found',
  'Password not found',
  'Blocked cross-site navigation login attempt',
];

/** Better Auth's warning about the secret, reworded to name the setting to change. */
const weakSecret =
  'SESSION_SECRET is easy to guess, so an attacker could sign in as any user: generate one with "openssl rand -hex 32"';

/** Logs only fixed texts, because Better Auth's own messages contain e-mail addresses and links. */
export function authLogger(log: Logger) {
  return (level: Level, message: string, ...details: unknown[]) => {
    const err = details.find((detail) => detail instanceof Error);
    const refusal = refusals.find((beginning) => message.startsWith(beginning));
    if (message.includes('appears low-entropy')) log.warn(weakSecret);
    else if (err !== undefined) log[level]({ part: 'auth', err }, 'Better Auth reported an error');
    else if (refusal !== undefined) log.info({ part: 'auth', refusal }, 'Better Auth refused a request');
    else log[level]({ part: 'auth' }, 'Better Auth logged a message that is not on our list');
  };
}
