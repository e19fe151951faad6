import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../../config/config.ts';
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

export function openLog({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: logLevel,
    base: null,
    redact: { paths: redactedPaths, censor: '[removed]' },
    serializers: { err: redactError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
