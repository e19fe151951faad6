/** Both ends included, as HTTP says it. */
type ByteRange = Readonly<{ start: number; end: number }>;

/**
 * RFC 9110's one range of bytes. What is asked in another way, or several at once, is answered with the whole, as the
 * standard allows; 'unsatisfiable' is a range that begins behind the end.
 */
export function byteRangeOf(
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
