import { fileURLToPath } from 'node:url';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';

/** Our own code's folder, as stacks name it: as a path and as a URL. */
const home = new URL('../../../../', import.meta.url);
const homes = [home.href, fileURLToPath(home)];

const maxFrameLength = 500;

/** The stack frames without the message, because a line of the message could look like a frame. */
function framesOf({ stack = '', message }: Error): string[] {
  const at = message === '' ? -1 : stack.indexOf(message);
  return (at < 0 ? stack : stack.slice(at + message.length))
    .split('\n')
    .filter(
      (line) => /^ {4}at .*(?::\d+:\d+|<anonymous>|native)\)?$/.test(line) && line.length <= maxFrameLength,
    );
}

/** True for a plain `Error` from our code. An error without frames of ours needs a class of its own. */
function isMadeHere(error: Error): boolean {
  const [made] = framesOf(error);
  if (made === undefined || Object.getPrototypeOf(error) !== Error.prototype) return false;
  return !made.includes('/node_modules/') && homes.some((place) => made.includes(place));
}

const isOurs = (error: Error) => error instanceof SafeMessageError || isMadeHere(error);

/** Safe diagnostic fields of vendor, database, mail server and system errors: names, codes and numbers. */
const tellingFields = [
  'code',
  'errno',
  'syscall',
  'hostname',
  'address',
  'port',
  'status',
  'statusCode',
  'responseCode',
  'command',
  'type',
  'kind',
  'param',
  'decline_code',
  'requestId',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
] as const;

/** True for a number or a single identifier-like word. */
const isPlain = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^[\w.:[\]-]{1,100}$/.test(value));

function fieldsOf(error: object): Record<string, string | number> {
  const { $metadata: answer = {} } = error as {
    $metadata?: { httpStatusCode?: unknown; requestId?: unknown };
  };
  const fields: Record<string, unknown> = {
    ...error,
    ...(answer.httpStatusCode === undefined ? {} : { status: answer.httpStatusCode }),
    ...(answer.requestId === undefined ? {} : { requestId: answer.requestId }),
  };
  return Object.fromEntries(
    tellingFields.flatMap((name) => {
      const value = fields[name];
      return isPlain(value) ? [[name, value]] : [];
    }),
  );
}

/** Drizzle keeps the statement, which contains only placeholders such as $1, apart from the values. */
const statementOf = (error: Error) =>
  'query' in error && 'params' in error ? `failed query: ${String(error.query)}` : undefined;

/** The message if the error is ours, or a statement without its values. */
const sentenceOf = (error: Error): string | undefined =>
  statementOf(error) ?? (isOurs(error) && error.message !== '' ? error.message : undefined);

const nameOf = ({ name }: Error) => (isPlain(name) ? name : 'Error');

/** Summarizes an error in one line for a row or a list. Only messages of our own errors are safe to include. */
export function summarizeError(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown value that is not an Error (${typeof error})`;
  const { code, status, statusCode, responseCode } = fieldsOf(error);
  const what = code ?? status ?? statusCode ?? responseCode;
  return sentenceOf(error) ?? (what === undefined ? nameOf(error) : `${nameOf(error)} ${what}`);
}

/** Redacts an error for the log: keeps its kind and place, and drops everything that may quote personal data. */
export function redactError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const message = sentenceOf(error);
  return {
    name: nameOf(error),
    ...fieldsOf(error),
    ...(message === undefined ? {} : { message }),
    stack: framesOf(error).join('\n'),
    ...(error.cause === undefined ? {} : { cause: redactError(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.slice(0, 5).map(redactError) } : {}),
  };
}
