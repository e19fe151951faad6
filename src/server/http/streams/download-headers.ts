import type { FastifyReply, FastifyRequest } from 'fastify';

/** Characters that some client cannot read, or reads as an escape, in a quoted header string. */
const unsafeCharacters = /[^\w .()+,=@-]/g;

/** RFC 8187 requires escaping more characters than encodeURIComponent does. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The name of a download: with accents for modern browsers, without them for all others. */
export function contentDisposition(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace(unsafeCharacters, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}

/** Both ends inclusive, as in HTTP. */
type ByteRange = Readonly<{ start: number; end: number }>;

/**
 * Parses a single byte range (RFC 9110). Several ranges or other units give undefined, and the server sends the whole
 * file, as the standard allows. 'unsatisfiable' is a range that begins after the end.
 */
export function parseByteRange(
  header: string | undefined,
  bytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const end = bytes - 1;
  if (first === '') {
    const length = Number(last);
    return length === 0 || bytes === 0 ? 'unsatisfiable' : { start: Math.max(0, bytes - length), end };
  }
  const start = Number(first);
  if (start > end) return 'unsatisfiable';
  if (last !== '' && Number(last) < start) return undefined;
  return { start, end: last === '' ? end : Math.min(Number(last), end) };
}

type PartRequest = Pick<FastifyRequest, 'headers' | 'method'>;

/** Sets the status and the headers for the requested part of a file. Undefined: the answer has no body. */
export function beginPart({ headers, method }: PartRequest, reply: FastifyReply, bytes: number) {
  const range = parseByteRange(headers.range, bytes);
  reply.header('accept-ranges', 'bytes');
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${bytes}`);
    return undefined;
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  reply.header('content-length', end - start + 1);
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
  return method === 'HEAD' ? undefined : { range };
}
