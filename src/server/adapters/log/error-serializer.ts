import { fileURLToPath } from 'node:url';
import { SafeMessageError } from '../../errors/safe-message-error.ts';

/** Where all that we wrote lies, as stacks name it: as a path, and as an address. */
const home = new URL('../../../../', import.meta.url);
const homes = [home.href, fileURLToPath(home)];

const maxFrameLength = 500;

/** Without the words above them, of which a line could look like a frame. */
function framesOf({ stack = '', message }: Error): string[] {
  const at = message === '' ? -1 : stack.indexOf(message);
  return (at < 0 ? stack : stack.slice(at + message.length))
    .split('\n')
    .filter(
      (line) => /^ {4}at .*(?::\d+:\d+|<anonymous>|native)\)?$/.test(line) && line.length <= maxFrameLength,
    );
}

/** One that is no class of its own, made by a line of ours. Who hides its own lines brings a class along. */
function isMadeHere(error: Error): boolean {
  const [made] = framesOf(error);
  if (made === undefined || Object.getPrototypeOf(error) !== Error.prototype) return false;
  return !made.includes('/node_modules/') && homes.some((place) => made.includes(place));
}

const isOurs = (error: Error) => error instanceof SafeMessageError || isMadeHere(error);

/** Names, codes and numbers, by which a vendor, a database, a mail server and the system say what was wrong. */
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

/** One word, of the kind that programs are written with. */
const isPlain = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^[\w.:[\]-]{1,100}$/.test(value));

function fieldsOf(error: object): Record<string, string | number> {
  const { $metadata: answer = {} } = error as {
    $metadata?: { httpStatusCode?: unknown; requestId?: unknown };
  };
  const told: Record<string, unknown> = {
    ...error,
    ...(answer.httpStatusCode === undefined ? {} : { status: answer.httpStatusCode }),
    ...(answer.requestId === undefined ? {} : { requestId: answer.requestId }),
  };
  return Object.fromEntries(
    tellingFields.flatMap((name) => {
      const value = told[name];
      return isPlain(value) ? [[name, value]] : [];
    }),
  );
}

/** Drizzle keeps the statement, in which $1 stands in the place of a value, beside the values. */
const statementOf = (error: Error) =>
  'query' in error && 'params' in error ? `failed query: ${String(error.query)}` : undefined;

/** The sentence of an error where it is ours, or a statement without its values. */
const sentenceOf = (error: Error): string | undefined =>
  statementOf(error) ?? (isOurs(error) && error.message !== '' ? error.message : undefined);

const nameOf = ({ name }: Error) => (isPlain(name) ? name : 'Error');

/** One line of what went wrong, for a row or a list: who made the sentence decides whether it may be told. */
export function summarizeError(error: unknown): string {
  if (!(error instanceof Error)) return `a fault that is no error (${typeof error})`;
  const { code, status, statusCode, responseCode } = fieldsOf(error);
  const what = code ?? status ?? statusCode ?? responseCode;
  return sentenceOf(error) ?? (what === undefined ? nameOf(error) : `${nameOf(error)} ${what}`);
}

/** Where and what kind, and never what it was about: what somebody said, wrote or is called stays out of every line. */
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
