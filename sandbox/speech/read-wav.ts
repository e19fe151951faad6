import type { Sound } from './recognition/recognize.ts';

const pcmFormat = 1;
/** The actual format is then in the header's extension. */
const extensibleFormat = 0xff_fe;
const bytesPerSample = 2;

const idAt = (file: Buffer, at: number) => file.toString('latin1', at, at + 4);

type Format = { channels: number; sampleRateHz: number };

function formatAt(file: Buffer, at: number, length: number): Format | undefined {
  if (length < 16 || at + length > file.length) return undefined;
  const stated = file.readUInt16LE(at);
  const format = stated === extensibleFormat && length >= 26 ? file.readUInt16LE(at + 24) : stated;
  const channels = file.readUInt16LE(at + 2);
  const sampleRateHz = file.readUInt32LE(at + 4);
  const bits = file.readUInt16LE(at + 14);
  const readable = format === pcmFormat && bits === 8 * bytesPerSample && channels > 0 && channels <= 64;
  return readable && sampleRateHz >= 4_000 && sampleRateHz <= 192_000
    ? { channels, sampleRateHz }
    : undefined;
}

/** Mixes the channels to their mean, a second at a time. */
function* monoPieces(data: Buffer, { channels, sampleRateHz }: Format) {
  const frames = Math.floor(data.length / (bytesPerSample * channels));
  for (let begin = 0; begin < frames; begin += sampleRateHz) {
    const piece = new Int16Array(Math.min(sampleRateHz, frames - begin));
    for (let frame = 0; frame < piece.length; frame += 1) {
      let at = (begin + frame) * channels * bytesPerSample;
      let sum = 0;
      for (let channel = 0; channel < channels; channel += 1, at += bytesPerSample)
        sum += data.readInt16LE(at);
      piece[frame] = sum / channels;
    }
    yield piece;
  }
}

/** Returns undefined for files other than 16-bit WAV. The header of a file written to a pipe has no valid length. */
export function readWav(file: Buffer): Sound | undefined {
  if (file.length < 12 || idAt(file, 0) !== 'RIFF' || idAt(file, 8) !== 'WAVE') return undefined;
  let format: Format | undefined;
  for (let at = 12; at + 8 <= file.length; ) {
    const id = idAt(file, at);
    const length = file.readUInt32LE(at + 4);
    const begin = at + 8;
    if (id === 'fmt ') format = formatAt(file, begin, length);
    if (id === 'data')
      return format === undefined
        ? undefined
        : {
            sampleRateHz: format.sampleRateHz,
            pieces: monoPieces(file.subarray(begin, begin + length), format),
          };
    at = begin + length + (length % 2);
  }
  return undefined;
}
