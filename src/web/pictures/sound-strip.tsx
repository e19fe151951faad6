import { classNames } from '#web/ui/class-names.ts';
import { barsPath, seededRandom, speechBars } from './speech-bars.ts';

type Part = 'sound' | 'turning' | 'text';

const width = 288;
const height = 72;
const pitch = 6;
const lines = [9, 27, 45, 63];
const wordGap = 7;

/** Where the one wave has become four small ones, and where the words start. */
const splitAt = 108;
const wordsFrom = 174;

function wordsPath(from: number, to: number, lastLineEnds: number) {
  const random = seededRandom(from + 9);
  return lines
    .map((y, index) => {
      const end = index === lines.length - 1 ? from + (to - from) * lastLineEnds : to;
      let path = '';
      for (let x = from + 2; x < end - wordGap - 4; ) {
        const room = end - wordGap + 2 - x;
        const wished = Math.round(Math.min(8 + random(30), room));
        // The last word takes the remaining width, so that full lines end at the edge of their column.
        const length = room - wished < wordGap + 8 ? Math.round(room) : wished;
        path += `M${x} ${y}h${length}`;
        x += length + wordGap;
      }
      return path;
    })
    .join('');
}

/** Splits the wave: each bar is spread over the four lines and shrinks to the height of a word. */
function splitPath() {
  const count = (wordsFrom - splitAt) / pitch;
  return lines
    .map((y, index) =>
      speechBars({ seed: 31 + index, count, loudness: (share) => 0.26 * (1 - share * 0.85) })
        .map((share, bar) => {
          const length = Math.round((share * height) / 100);
          return `M${splitAt + bar * pitch + pitch / 2} ${y - length / 2}v${Math.max(0.1, length)}`;
        })
        .join(''),
    )
    .join('');
}

const wholeWave = barsPath({ bars: speechBars({ seed: 4, count: width / pitch }), height, pitch });
const endingWave = barsPath({
  bars: speechBars({ seed: 11, count: splitAt / pitch, loudness: (share) => 1 - share * 0.25 }),
  height,
  pitch,
});

const drawings = {
  sound: { bars: wholeWave, words: '' },
  turning: { bars: endingWave + splitPath(), words: wordsPath(wordsFrom, width, 1) },
  text: { bars: '', words: wordsPath(0, width + 3, 0.55) },
} satisfies Record<Part, { bars: string; words: string }>;

/** A third of one picture. Side by side the three parts form a strip, from sound to page. */
export function SoundStrip({ part, className }: { part: Part; className?: string }) {
  const { bars, words } = drawings[part];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className={classNames('h-auto w-full', className)}
    >
      <path d={words} className="picture-lines" />
      <path d={bars} className="picture-bars" />
    </svg>
  );
}
