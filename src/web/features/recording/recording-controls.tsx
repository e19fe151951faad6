import { Pause, Play, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LevelThread } from './level-thread.tsx';
import type { RecordingSession } from './recording-session.ts';
import { discardText, needsDiscardConfirmation } from './recording-text.ts';

const lookMs = 200;

type ElapsedTimeProps = { recordedMs: () => number; maxSeconds: number };

export function ElapsedTime({ recordedMs, maxSeconds }: ElapsedTimeProps) {
  const [ms, setMs] = useState(recordedMs);
  useEffect(() => {
    const look = () => setMs(Math.floor(recordedMs() / 1_000) * 1_000);
    look();
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [recordedMs]);
  return (
    <p className="flex items-baseline gap-2 tabular-nums">
      <span role="timer" aria-label="Tempo gravado" className="text-xl font-semibold">
        {formatTimestamp(ms)}
      </span>
      <span className="text-sm text-ink-soft">de {formatTimestamp(maxSeconds * 1_000)}</span>
    </p>
  );
}

type RecordingControlsProps = { session: RecordingSession; isPaused: boolean; maxSeconds: number };

export function RecordingControls({ session, isPaused, maxSeconds }: RecordingControlsProps) {
  const [asksForSeconds, setAsksForSeconds] = useState<number>();

  function discard() {
    const seconds = session.recordedMs() / 1_000;
    if (needsDiscardConfirmation(seconds)) setAsksForSeconds(seconds);
    else session.discard();
  }

  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="flex items-center gap-2 font-semibold">
          <span
            aria-hidden="true"
            className={classNames(
              'size-2.5 rounded-full',
              isPaused ? 'bg-line-strong' : 'animate-breathe bg-thread-bright',
            )}
          />
          {isPaused ? 'Em pausa' : 'Gravando'}
        </p>
        <ElapsedTime recordedMs={session.recordedMs} maxSeconds={maxSeconds} />
      </div>
      <LevelThread decibels={session.decibels} isRunning={!isPaused} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={session.stop}>
          <Square aria-hidden="true" className="size-4" fill="currentColor" />
          Concluir
        </Button>
        <Button variant="secondary" data-focus onClick={isPaused ? session.goOn : session.pause}>
          {isPaused ? (
            <Play aria-hidden="true" className="size-4" />
          ) : (
            <Pause aria-hidden="true" className="size-4" />
          )}
          {isPaused ? 'Continuar' : 'Pausar'}
        </Button>
        <Button variant="quiet" className="max-sm:-ml-4" onClick={discard}>
          Descartar
        </Button>
      </div>
      <ConfirmDialog
        open={asksForSeconds !== undefined}
        onOpenChange={(open) => setAsksForSeconds((seconds) => (open ? seconds : undefined))}
        title="Descartar a gravação?"
        description={discardText(asksForSeconds ?? 0)}
        confirmLabel="Descartar"
        onConfirm={session.discard}
      />
    </>
  );
}
