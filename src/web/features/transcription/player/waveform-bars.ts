/** The contract encodes each peak as one byte. */
export function decodePeaks(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** The minimum height, so that silence is still visible. */
const minShare = 0.04;

/**
 * Each bar is as high as the loudest peak in its range, from 0 to 1. The loudest bar fills the full height, so that
 * speech is visible in a quiet recording too.
 */
export function waveformBars(peaks: Uint8Array, count: number): Float32Array {
  const bars = new Float32Array(count);
  let loudest = 1;
  for (const value of peaks) loudest = Math.max(loudest, value);
  for (let at = 0; at < count; at += 1) {
    const from = Math.floor((at * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((at + 1) * peaks.length) / count));
    let top = 0;
    for (let index = from; index < to; index += 1) top = Math.max(top, peaks[index] ?? 0);
    bars[at] = Math.max(minShare, top / loudest);
  }
  return bars;
}
