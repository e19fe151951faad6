import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#server/config/config.ts';
import { identityOf } from '#server/runtime/process-identity.ts';
import { redactError } from './redact-error.ts';

/** Field names that may hold a secret or personal data. Redacted at the top and two levels down. */
const secretNames = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'otp',
  'text',
  'html',
  'email',
  'to',
];

const redactedPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

type LogOptions = Pick<Config, 'logLevel'> & {
  /** The roles of the product, or the name of another program. */
  roles: readonly string[];
};

export function openLog({ logLevel, roles }: LogOptions, destination?: DestinationStream): Logger {
  const options = {
    level: logLevel,
    base: identityOf(roles.join(',')),
    redact: { paths: redactedPaths, censor: '[removed]' },
    serializers: { err: redactError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
