import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../../config.ts';

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

/** Drizzle writes the statement and its parameters into the message: the row's contents, that is. */
function messageWithoutParameters(error: Error) {
  return 'params' in error && 'query' in error ? `failed query: ${String(error.query)}` : error.message;
}

/**
 * Only the fields that say where and what kind: a database error also carries the refused row, and a mail
 * error the address.
 */
function errorWithoutData(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return {
    name: error.name,
    code,
    message: messageWithoutParameters(error),
    stack: frames?.join('\n'),
    ...(error.cause === undefined ? {} : { cause: errorWithoutData(error.cause) }),
  };
}

export function openLog({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: logLevel,
    base: null,
    redact: { paths: redactedPaths, censor: '[removed]' },
    serializers: { err: errorWithoutData },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
