import { Zip, ZipDeflate } from 'fflate';

export type ZipEntry = { name: string; text: AsyncIterable<string> | Iterable<string> };

/** Small enough that compressing one piece does not delay other requests. */
const pieceBytes = 65_536;

function* piecesOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Yields one ZIP piece by piece at its consumer's pace, so memory never holds the whole ZIP. */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    ready.push(bytes);
  });
  const encoder = new TextEncoder();
  for (const { name, text } of entries) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    for await (const part of text) {
      for (const piece of piecesOf(encoder.encode(part))) {
        entry.push(piece);
        yield* ready.splice(0);
      }
    }
    entry.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
