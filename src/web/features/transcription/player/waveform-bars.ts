/** One byte a value, as the contract says. */
export function decodePeaks(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** What is silent still shows that there is time. */
const minShare = 0.04;

/**
 * As many bars as there is room for, each as high as the loudest moment in its stretch, from 0 to 1. A recording that
 * is quiet all through is drawn up to the full height: what counts is where somebody speaks.
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
