import type { Logger } from 'pino';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** The beginnings of what Better Auth says when it refuses; what follows them was sent by the client. */
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

/** What it says of the configuration, in words that name what to change. */
const advice = [
  [
    'appears low-entropy',
    'SESSION_SECRET is easy to guess, and whoever has it can sign in as anybody: make one with "openssl rand -hex 32"',
  ],
] as const;

/** Only words of ours are written: Better Auth's own messages carry addresses and links. */
export function authLogger(log: Logger) {
  return (level: Level, message: string, ...details: unknown[]) => {
    const err = details.find((detail) => detail instanceof Error);
    const refusal = refusals.find((beginning) => message.startsWith(beginning));
    const advised = advice.find(([part]) => message.includes(part))?.[1];
    if (advised !== undefined) log.warn(advised);
    else if (err !== undefined) log[level]({ part: 'auth', err }, 'a step of the sign-in failed');
    else if (refusal !== undefined) log.info({ part: 'auth', refusal }, 'a sign-in request was refused');
    else log[level]({ part: 'auth' }, 'the sign-in reported something that has no words of ours');
  };
}
