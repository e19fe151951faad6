import { inspect } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#server/config/config.ts';

const levelNames: Readonly<Record<number, string>> = pino.levels.labels;

/** Every line of the log has these, and a developer knows them. */
const known = ['level', 'time', 'msg', 'err'];

/** The message, the stack, the fields of libraries such as column and issues, and the causes. */
const describeError = (error: unknown) =>
  inspect(error, { depth: 6, breakLength: 120 }).replace(/^ *\w+: undefined,?\n/gm, '');

const indent = (text: string) => text.replace(/^/gm, '    ');

/** `10:15:02 ERROR request failed  method=GET route=/api/plans`, and the error below it. */
function formatLine(line: string): string {
  const entry = JSON.parse(line) as Record<string, unknown>;
  const { level, time, msg = '', err } = entry;
  const clock = new Date(Number(time)).toLocaleTimeString('en-GB');
  const fields = Object.entries(entry)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const head = [`${clock} ${levelNames[Number(level)]?.toUpperCase()} ${msg}`, ...fields].join('  ');
  return err === undefined ? `${head}\n` : `${head}\n${indent(String(err))}\n`;
}

type ReadableLogOptions = Pick<Config, 'production' | 'logLevel'>;

/**
 * A log for the developer at the terminal. It hides nothing, neither messages of libraries nor values, so production
 * refuses it.
 */
export function openReadableLog(
  { production, logLevel }: ReadableLogOptions,
  terminal: DestinationStream,
): Logger {
  if (production) throw new Error('The readable log shows personal data, so production refuses it.');
  return pino(
    { level: logLevel, base: null, serializers: { err: describeError } },
    { write: (line: string) => terminal.write(formatLine(line)) },
  );
}
