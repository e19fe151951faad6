import { Mic, Pause, Play, Square, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import { formatDuration } from '#web/format/time.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/form.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { LevelThread } from './level-thread.tsx';
import { microphoneRefusalTexts } from './microphone.ts';
import type { RecordingView } from './recorder-state.ts';
import type { RecordingSession } from './recording-session.ts';
import { discardText, limitText, needsDiscardConfirmation, storageLeftText } from './recording-text.ts';

type OfferProps = { view: RecordingView; maxSeconds: number; disabled: boolean; onAsk: () => void };

function hintOf(stage: RecordingView['stage'], maxSeconds: number | undefined) {
  if (stage === 'asking') return 'Permita o uso do microfone na pergunta do navegador.';
  if (maxSeconds === undefined) return null;
  return `Até ${formatDuration(maxSeconds)}. Cada segundo fica guardado neste navegador até o envio.`;
}

export function RecorderOffer({ view, maxSeconds, disabled, onAsk }: OfferProps) {
  const { stage, refusal } = view;
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" data-focus disabled={disabled} busy={stage === 'asking'} onClick={onAsk}>
        {stage === 'asking' ? null : <Mic aria-hidden="true" className="size-4" />}
        Gravar pelo microfone
      </Button>
      <p className="text-sm text-ink-soft empty:hidden">{hintOf(stage, disabled ? undefined : maxSeconds)}</p>
      {refusal === undefined ? null : (
        <div role="alert" className="text-sm">
          <p className="font-medium text-loss">{microphoneRefusalTexts[refusal][0]}</p>
          <p>{microphoneRefusalTexts[refusal][1]}</p>
        </div>
      )}
    </div>
  );
}

type SoundCheckProps = { session: RecordingSession; view: RecordingView };

/** Shows the level before recording starts, so that a dead microphone does not waste an hour. */
export function SoundCheck({ session, view }: SoundCheckProps) {
  const { microphones, microphoneId } = view;
  return (
    <>
      <div className="grid gap-1">
        <p className="font-semibold">Diga algo para conferir o som</p>
        <p className="text-sm text-ink-soft">As barras sobem quando o microfone ouve.</p>
      </div>
      <LevelThread decibels={session.decibels} isRunning />
      {microphones.length < 2 ? null : (
        <Field label="Microfone">
          {(control) => (
            <Select
              {...control}
              value={microphoneId}
              onChange={(event) => session.choose(event.target.value)}
            >
              {microphones.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <Button data-focus onClick={session.begin}>
          Começar a gravar
        </Button>
        <Button variant="quiet" onClick={session.discard}>
          Cancelar
        </Button>
      </div>
    </>
  );
}

const updateEveryMs = 200;

type ElapsedTimeProps = { recordedMs: () => number; maxSeconds: number };

function ElapsedTime({ recordedMs, maxSeconds }: ElapsedTimeProps) {
  const [ms, setMs] = useState(recordedMs);
  useEffect(() => {
    const update = () => setMs(Math.floor(recordedMs() / 1_000) * 1_000);
    update();
    const timer = setInterval(update, updateEveryMs);
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
  const Sign = isPaused ? Play : Pause;

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
        <Button variant="secondary" data-focus onClick={isPaused ? session.resume : session.pause}>
          <Sign aria-hidden="true" className="size-4" />
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

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex animate-appear gap-3 rounded-control border border-notice-line bg-notice-soft px-3 py-2 text-sm text-notice">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

export function RecorderNotices({ view, maxSeconds }: { view: RecordingView; maxSeconds: number }) {
  const { isSilent, isNearLimit, scarceSeconds, isStored } = view;
  return (
    <div aria-live="polite" className="grid gap-2 empty:hidden">
      {isSilent ? <Notice>Não estamos ouvindo nada. Confira o microfone.</Notice> : null}
      {isNearLimit ? <Notice>{limitText(maxSeconds)}</Notice> : null}
      {scarceSeconds !== undefined ? <Notice>{storageLeftText(scarceSeconds)}</Notice> : null}
      {isStored ? null : (
        <Notice>Este navegador não está guardando a gravação. Não feche esta página antes de enviar.</Notice>
      )}
    </div>
  );
}
