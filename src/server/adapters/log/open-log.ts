import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../../config/config.ts';
import { redactError } from './error-serializer.ts';

/** Names under which a secret or a person's words could slip into a line; removed at the top and one level down. */
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
