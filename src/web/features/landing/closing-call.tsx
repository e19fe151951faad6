import { barsPath, speechBars } from '#web/pictures/speech-bars.ts';
import { StartButtons } from './hero.tsx';

const pitch = 6;
const height = 96;
const barsInWave = 280;

/** The wave grows louder towards the end of the page. */
const wave = barsPath({
  bars: speechBars({ seed: 23, count: barsInWave, loudness: (share) => 0.12 + share * share * 0.88 }),
  height,
  pitch,
});

export function ClosingCall() {
  return (
    <section aria-labelledby="comece" className="overflow-x-clip border-t border-line">
      <div className="mx-auto max-w-page px-gutter pt-16 pb-14 sm:px-8 lg:pt-24">
        <h2 id="comece" className="max-w-reading text-2xl font-semibold">
          A próxima gravação já pode virar texto.
        </h2>
        <p className="mt-4 mb-8 max-w-reading text-lg text-ink-soft">
          Crie sua conta, envie um arquivo e leia o texto assim que ele ficar pronto.
        </p>
        <StartButtons />
      </div>
      <div className="flex justify-end pb-12">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${barsInWave * pitch} ${height}`}
          className="picture-bars h-16 w-auto shrink-0 sm:h-24"
        >
          <path d={wave} />
        </svg>
      </div>
    </section>
  );
}
