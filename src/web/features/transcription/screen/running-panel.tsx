import type { Transcription } from '#contract/transcription.ts';
import { SoundMark } from '../../../pictures/sound-mark.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { progressText, stageText } from './state-text.ts';

/** What happens, how far it is and how long it takes; that somebody may go is said too. */
export function RunningPanel({ shown }: { shown: Transcription }) {
  const isWaiting = shown.status === 'pending';
  const how = progressText(shown);
  return (
    <section
      aria-label="Andamento"
      className="grid gap-3 rounded-card border border-line bg-raised px-4 py-4 sm:px-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p role="status" className="flex min-w-0 items-baseline gap-2 font-medium">
          <SoundMark className="shrink-0 translate-y-0.5 text-thread" />
          <span className="min-w-0">{stageText(shown)}</span>
        </p>
        {isWaiting ? null : <p className="text-sm text-ink-soft tabular-nums">{how}</p>}
      </div>
      {isWaiting ? null : (
        <Progress share={shown.progress.percent / 100} label="Transcrição" valueText={how} />
      )}
      <p className="text-sm text-ink-soft">
        Você pode sair desta página: avisamos por e-mail quando o texto estiver pronto.
      </p>
    </section>
  );
}
