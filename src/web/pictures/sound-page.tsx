import { classNames } from '#web/ui/class-names.ts';
import { SoundedWord } from './sounded-word.tsx';
import { barsPath, speechBars } from './speech-bars.ts';

const rows = [
  { time: '00:00', words: ['Bom', 'dia,', 'pessoal.'] },
  { time: '00:03', words: ['Hoje', 'a', 'gente', 'fecha', 'ecologia'] },
  { time: '00:07', words: ['e', 'combina', 'a', 'prova', 'de', 'quinta.'] },
  { time: '00:11', words: ['Alguma', 'dúvida?'] },
  { time: '00:15', words: [] },
  { time: '00:19', words: [] },
] as const;

const lastSpoken = 3;
const pitch = 6;
const rowHeight = 56;
const barsInRow = 190;

const tails = rows.map((row, index) =>
  barsPath({
    bars: speechBars({
      seed: 7 + index * 13,
      count: barsInRow,
      // Beside words the bars start as low as letters. Rows without words are all waveform.
      loudness: (order) => (row.words.length === 0 ? 0.55 + order : Math.min(1, 0.3 + order * 2.4)),
    }),
    height: rowHeight,
    pitch,
  }),
);

const firstWordOfRow = rows.map((_, index) =>
  rows.slice(0, index).reduce((count, row) => count + row.words.length, 0),
);

/** A page being written: the spoken part is text, and the part to come is a waveform that runs off the page. */
export function SoundPage({ className }: { className?: string }) {
  return (
    <div
      role="img"
      aria-label="Uma onda sonora cujos picos viram linhas de texto"
      className={classNames('font-serif select-none', className)}
    >
      <div aria-hidden="true">
        {rows.map((row, index) => (
          <div
            key={row.time}
            className="flex h-11 items-center border-b border-line whitespace-nowrap sm:h-14"
          >
            <span className="w-14 shrink-0 font-sans text-xs text-ink-faint tabular-nums">{row.time}</span>
            <span className="flex shrink-0 gap-[0.28em] text-[1.0625rem] sm:text-[1.375rem]">
              {row.words.map((word, order) => (
                <SoundedWord key={word} word={word} order={(firstWordOfRow[index] ?? 0) + order} />
              ))}
            </span>
            {index === lastSpoken ? (
              <span className="ml-1.5 h-6 w-0.5 shrink-0 rounded-full bg-thread sm:h-7" />
            ) : null}
            <svg
              aria-hidden="true"
              viewBox={`0 0 ${barsInRow * pitch} ${rowHeight}`}
              className={classNames(
                'picture-bars h-11 w-auto shrink-0 sm:h-14',
                row.words.length > 0 && 'ml-2.5',
                index > lastSpoken + 1 && 'opacity-50',
              )}
            >
              <path d={tails[index]} />
            </svg>
          </div>
        ))}
      </div>
    </div>
  );
}
