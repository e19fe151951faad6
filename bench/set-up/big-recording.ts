import { Readable } from 'node:stream';

const rateHz = 192_000;
const channels = 8;
const bytesPerSample = 4;
const headerBytes = 44;
const pieceBytes = 1_048_576;

function header(dataBytes: number): Buffer {
  const head = Buffer.alloc(headerBytes);
  head.write('RIFF', 0);
  head.writeUInt32LE(dataBytes + headerBytes - 8, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rateHz, 24);
  head.writeUInt32LE(rateHz * channels * bytesPerSample, 28);
  head.writeUInt16LE(channels * bytesPerSample, 32);
  head.writeUInt16LE(bytesPerSample * 8, 34);
  head.write('data', 36);
  head.writeUInt32LE(dataBytes, 40);
  return head;
}

/** As many bytes as sound can have in a few minutes: a file that is really taken, not one that is refused at its end. */
export function bigRecording(bytes: number) {
  const piece = Buffer.alloc(pieceBytes);
  for (let at = 0; at < pieceBytes; at += bytesPerSample) piece.writeInt32LE((at * 7_919) | 0, at);
  const head = header(bytes - headerBytes);
  function* pieces({ from = 0, to = bytes }: { from?: number; to?: number }) {
    for (let at = from; at < to; ) {
      const isHead = at < headerBytes;
      const [source, start] = isHead ? [head, at] : [piece, (at - headerBytes) % pieceBytes];
      const part = source.subarray(start, start + to - at);
      yield part;
      at += part.length;
    }
  }
  return {
    bytes,
    /** All of it, or a part. */
    stream: (part: { from?: number; to?: number } = {}) =>
      Readable.from(pieces(part), { objectMode: false, highWaterMark: pieceBytes }),
  };
}
