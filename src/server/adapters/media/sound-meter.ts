/** 16 kHz mono, the input format of every engine. */
export const pcmRateHz = 16_000;
export const pcmBytesPerSecond = pcmRateHz * 2;

export const frameMs = 20;
const frameSamples = (pcmRateHz * frameMs) / 1_000;
const framesPerBlock = 65_536;

/** Levels are decibels below full scale (0), capped at this value. */
export const quietestDb = 100;

export type Measured = Readonly<{
  samples: number;
  /** One per frame: its level in decibels below full scale. */
  levels: Uint8Array;
  /** One per frame: the square root of its peak, 255 at full scale. The root keeps quiet voices visible. */
  tops: Uint8Array;
}>;

/** Measures the sound as it arrives. Stores two bytes per 20 ms: 1 MB for three hours. */
export function createSoundMeter() {
  let levels = new Uint8Array(framesPerBlock);
  let tops = new Uint8Array(framesPerBlock);
  let frames = 0;
  let samples = 0;
  let inFrame = 0;
  let sum = 0;
  let squares = 0;
  let lowest = 0;
  let highest = 0;

  function grow() {
    const [moreLevels, moreTops] = [new Uint8Array(frames * 2), new Uint8Array(frames * 2)];
    moreLevels.set(levels);
    moreTops.set(tops);
    levels = moreLevels;
    tops = moreTops;
  }

  function endFrame() {
    if (frames === levels.length) grow();
    const mean = sum / inFrame;
    // Subtract the mean, because the DC offset of a cheap sound card is not sound.
    const power = Math.max(0, squares / inFrame - mean * mean) / 1_073_741_824;
    const below = power === 0 ? quietestDb : Math.round(-10 * Math.log10(power));
    levels[frames] = Math.min(quietestDb, Math.max(0, below));
    tops[frames] = Math.ceil(255 * Math.sqrt(Math.min(1, Math.max(highest, -lowest) / 32_767)));
    frames += 1;
    inFrame = 0;
    sum = 0;
    squares = 0;
    lowest = 0;
    highest = 0;
  }

  function add(pcm: Int16Array) {
    samples += pcm.length;
    let at = 0;
    while (at < pcm.length) {
      const end = Math.min(pcm.length, at + frameSamples - inFrame);
      inFrame += end - at;
      let [innerSum, innerSquares, innerLowest, innerHighest] = [0, 0, lowest, highest];
      for (; at < end; at += 1) {
        const sample = pcm[at] as number;
        innerSum += sample;
        innerSquares += sample * sample;
        if (sample < innerLowest) innerLowest = sample;
        else if (sample > innerHighest) innerHighest = sample;
      }
      sum += innerSum;
      squares += innerSquares;
      lowest = innerLowest;
      highest = innerHighest;
      if (inFrame === frameSamples) endFrame();
    }
  }

  function finish(): Measured {
    if (inFrame > 0) endFrame();
    return { samples, levels: levels.subarray(0, frames), tops: tops.subarray(0, frames) };
  }

  return {
    add,
    finish,
    samples: () => samples,
    /** The levels of the complete frames. The view stays valid while more frames arrive. */
    levels: () => levels.subarray(0, frames),
  };
}
