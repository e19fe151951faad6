import { frameMs } from './sound-meter.ts';

/** The waveform: `perSecond` values, each the square root of the peak, 255 at full scale. */
export type Peaks = Readonly<{ perSecond: number; values: Uint8Array }>;

/** File format: "EPK1", one byte for `perSecond`, and the values. 108 kB for three hours. */
const mark = Buffer.from('EPK1');
const headerBytes = mark.length + 1;

const framesPerSecond = 1_000 / frameMs;
/** Short recordings keep full resolution, because the player draws them as wide as long ones. */
const shortSeconds = 600;
const perSecondOfLong = 10;

/** Each new value is the maximum of the values it replaces, because an average would hide a single word. */
function thin(values: Uint8Array, count: number): Uint8Array {
  const thinned = new Uint8Array(count);
  for (let at = 0; at < count; at += 1) {
    const end = Math.floor(((at + 1) * values.length) / count);
    let greatest = 0;
    for (let from = Math.floor((at * values.length) / count); from < end; from += 1)
      greatest = Math.max(greatest, values[from] as number);
    thinned[at] = greatest;
  }
  return thinned;
}

export function waveformPeaks(tops: Uint8Array): Peaks {
  if (tops.length <= shortSeconds * framesPerSecond)
    return { perSecond: framesPerSecond, values: tops.slice() };
  const framesPerValue = framesPerSecond / perSecondOfLong;
  const values = new Uint8Array(Math.ceil(tops.length / framesPerValue));
  for (let frame = 0; frame < tops.length; frame += 1) {
    const at = Math.floor(frame / framesPerValue);
    values[at] = Math.max(values[at] as number, tops[frame] as number);
  }
  return { perSecond: perSecondOfLong, values };
}

export function packPeaks({ perSecond, values }: Peaks): Uint8Array {
  return Buffer.concat([mark, Buffer.of(perSecond), values]);
}

export function unpackPeaks(bytes: Uint8Array): Peaks {
  const isOurs = bytes.length >= headerBytes && mark.equals(bytes.subarray(0, mark.length));
  const perSecond = bytes[mark.length] ?? 0;
  if (!isOurs || perSecond === 0) throw new Error('the bytes are not a peaks file');
  return { perSecond, values: new Uint8Array(bytes.subarray(headerBytes)) };
}

/** Heights from 0 to 1 for the player, at most `longest` of them. */
export function peakHeights({ values }: Peaks, longest = Number.POSITIVE_INFINITY): number[] {
  const shown = values.length > longest ? thin(values, longest) : values;
  return Array.from(shown, (value) => Math.round((value / 255) ** 2 * 10_000) / 10_000);
}
