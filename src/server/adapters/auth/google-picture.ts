const timeLimitMs = 3_000;
const largestBytes = 65_536;
const types = ['image/png', 'image/jpeg', 'image/webp'];

/** Where Google keeps the pictures of its accounts; no other address is asked for one, whatever a profile says. */
const googleHost = /(^|\.)googleusercontent\.com$/;

/** Undefined where there is more: a length that was not said is not believed to be small. */
async function readUpTo(answer: Response, most: number): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    if (length > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * Kept as a picture of ours: as an address it would have every page that shows it ask Google, which our pages never
 * do. Without an answer there is simply no picture.
 */
export async function googlePicture(address: unknown): Promise<string | undefined> {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' || !googleHost.test(hostname)) return undefined;
  try {
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeLimitMs) });
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const length = Number(answer.headers.get('content-length') ?? 0);
    if (!answer.ok || !types.includes(type) || length > largestBytes) return undefined;
    const bytes = await readUpTo(answer, largestBytes);
    return bytes === undefined ? undefined : `data:${type};base64,${bytes.toString('base64')}`;
  } catch {
    return undefined;
  }
}
