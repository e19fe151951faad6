import { Pause, Play, RotateCcw } from 'lucide-react';
import { type CSSProperties, useRef } from 'react';
import { SoundMark } from '#web/pictures/sound-mark.tsx';
import { SoundedWord } from '#web/pictures/sounded-word.tsx';
import { barsPath, speechBars } from '#web/pictures/speech-bars.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useShowing } from './use-showing.ts';

/** The spoken text of the demonstration and its summary. The summary contains only what is spoken. */
export const recordingName = 'Aula de biologia.m4a';

export const spokenLines = [
  { time: '00:00', text: 'Bom dia, pessoal.' },
  { time: '00:03', text: 'Hoje a gente fecha ecologia' },
  { time: '00:07', text: 'e combina a prova de quinta.' },
  { time: '00:11', text: 'Ela vale o capítulo quatro.' },
] as const;

/** Not yet transcribed. */
export const soundingLines = ['00:15', '00:19', '00:23'] as const;

export const summaryPoints = [
  'Ecologia termina na aula de hoje.',
  'A prova é na quinta e vale o capítulo quatro.',
] as const;

export const wordsOf = (text: string) => text.split(' ');

/** The number of words before each line, which is the order of its first word. */
export const firstWords = spokenLines.map((_, index) =>
  spokenLines.slice(0, index).reduce((count, { text }) => count + wordsOf(text).length, 0),
);

export const wordCount = spokenLines.reduce((count, { text }) => count + wordsOf(text).length, 0);

const pitch = 6;
const barsInLine = 160;
const lineHeight = 56;

function tailOf(index: number, isSpoken: boolean) {
  // Beside words the bars start as low as letters. Rows without words are all waveform.
  const loudness = (order: number) =>
    isSpoken ? Math.min(1, Math.max(0.3, 0.3 + (order - 0.24) * 2.4)) : 0.55 + order;
  const bars = speechBars({ seed: 7 + index * 13, count: barsInLine, loudness });
  return barsPath({ bars, height: lineHeight, pitch });
}

const times = [...spokenLines.map(({ time }) => time), ...soundingLines];
const tails = times.map((_, index) => tailOf(index, index < spokenLines.length));

function Tail({ index, className = '' }: { index: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${barsInLine * pitch} ${lineHeight}`}
      className={`picture-bars h-11 w-auto shrink-0 sm:h-14 ${className}`}
    >
      <path d={tails[index]} />
    </svg>
  );
}

function Line({ index }: { index: number }) {
  const spoken = spokenLines[index];
  return (
    <div className="flex h-11 items-center border-b border-line whitespace-nowrap sm:h-14">
      <span
        aria-hidden={spoken === undefined}
        className="w-11 shrink-0 text-xs text-ink-faint tabular-nums sm:w-14"
      >
        {times[index]}
      </span>
      <div className="relative flex items-center">
        <Tail index={index} {...(index > spokenLines.length && { className: 'opacity-50' })} />
        {spoken === undefined ? null : (
          // Over the waveform, so that a late font moves nothing. The text size is capped, so that the words fit
          // the line with large text too.
          <p className="absolute left-0 bg-paper pr-2.5 font-serif text-[min(1rem,5vw)] sm:text-[1.375rem]">
            {wordsOf(spoken.text).map((word, order) => (
              <span key={word}>
                {order === 0 ? null : ' '}
                <SoundedWord word={word} order={(firstWords[index] ?? 0) + order} />
              </span>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}

/** Shows the progress while the demonstration plays, and the result with reduced motion. */
function StateBadge() {
  return (
    <span className="demonstration-state">
      <span aria-hidden="true" className="during">
        <Badge>Transcrevendo</Badge>
      </span>
      <span className="after">
        <Badge tone="thread">Resumo pronto</Badge>
      </span>
    </span>
  );
}

function Summary() {
  return (
    <div className="demonstration-summary relative -mt-[5rem] ml-11 w-[calc(100vw-5.5rem)] max-w-[26rem] rounded-card border border-line bg-raised p-4 shadow-float sm:-mt-[6.5rem] sm:ml-14 sm:p-5">
      <p className="text-sm font-semibold">Resumo</p>
      <ul className="mt-2 grid gap-1 font-serif text-sm sm:text-base">
        {summaryPoints.map((point, order) => (
          <li
            key={point}
            className="demonstration-point flex gap-2.5"
            style={{ '--point': order } as CSSProperties}
          >
            <span aria-hidden="true" className="mt-[0.6em] size-1.5 shrink-0 rounded-full bg-thread-bright" />
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}

const presses = {
  written: { label: 'Pausar', Icon: Pause },
  waiting: { label: 'Ver', Icon: Play },
  playing: { label: 'Pausar', Icon: Pause },
  paused: { label: 'Continuar', Icon: Play },
  ended: { label: 'Ver de novo', Icon: RotateCcw },
} as const;

/** Speech becomes text and text becomes a summary, in the product's own components. */
export function Demonstration() {
  const figure = useRef<HTMLElement>(null);
  const { showing, round, press, end } = useShowing(figure);
  const { label, Icon } = presses[showing];
  return (
    <figure
      ref={figure}
      aria-label="Demonstração: o som de uma aula vira texto, e o texto vira um resumo"
      className="demonstration min-w-0 select-none"
      data-showing={showing}
      style={{ '--words': wordCount } as CSSProperties}
    >
      <div
        key={round}
        onAnimationEnd={({ animationName }) => animationName === 'demonstration-ends' && end()}
      >
        <div className="demonstration-end flex min-h-11 flex-wrap items-center gap-2.5 border-b border-line pb-2 text-sm">
          <SoundMark />
          <span className="font-medium">{recordingName}</span>
          <StateBadge />
        </div>
        <div>
          {times.map((time, index) => (
            <Line key={time} index={index} />
          ))}
          <Summary />
        </div>
      </div>
      <figcaption className="mt-3 flex min-h-10 items-center gap-3 text-sm text-ink-faint">
        Exemplo de uma aula
        <button
          type="button"
          onClick={press}
          className={`flex min-h-10 items-center gap-1.5 rounded-control px-2 text-ink-soft transition-colors hover:bg-sunken hover:text-ink motion-reduce:hidden ${showing === 'written' ? 'invisible' : ''}`}
        >
          <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {label}
        </button>
      </figcaption>
    </figure>
  );
}
