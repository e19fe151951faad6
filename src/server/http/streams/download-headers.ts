/** What a quoted string of a header takes anywhere, and no program reads as an escape. */
const unplain = /[^\w .()+,=@-]/g;

/** RFC 8187 leaves fewer signs as they are than encodeURIComponent does. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The name of a file to be saved: with its accents for every browser of today, and without for all others. */
export function contentDisposition(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace(unplain, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}

/** Both ends included, as HTTP says it. */
type ByteRange = Readonly<{ start: number; end: number }>;

/**
 * RFC 9110's one range of bytes. What is asked in another way, or several at once, is answered with the whole, as the
 * standard allows; 'unsatisfiable' is a range that begins behind the end.
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
