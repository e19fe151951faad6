import type { CSSProperties } from 'react';
import { barsPath, speechBars } from './speech-bars.ts';

const pitch = 6;
const height = 32;

function wordBars(word: string, seed: number) {
  const count = word.length * 2;
  return { width: count * pitch, path: barsPath({ bars: speechBars({ seed, count }), height, pitch }) };
}

/** A word with its waveform. `order` is its turn in the animation. */
export function SoundedWord({ word, order }: { word: string; order: number }) {
  const { width, path } = wordBars(word, order + 3);
  return (
    <span className="picture-word" style={{ '--word': order } as CSSProperties}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="picture-bars"
      >
        <path d={path} />
      </svg>
      <span className="word">{word}</span>
    </span>
  );
}
