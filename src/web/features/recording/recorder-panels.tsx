import { Mic, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDuration } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form.tsx';
import { Select } from '../../ui/inputs.tsx';
import { LevelThread } from './level-thread.tsx';
import { microphoneRefusalTexts } from './microphone.ts';
import { isUnderWay, type RecordingView } from './recorder-state.ts';
import type { RecordingSession } from './recording-session.ts';
import { limitText, storageLeftText } from './recording-text.ts';

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

type SoundCheckProps = {
  session: RecordingSession;
  view: RecordingView;
  onChoose: (microphoneId: string) => void;
};

/** Shows the level before recording starts, so that a dead microphone does not waste an hour. */
export function SoundCheck({ session, view, onChoose }: SoundCheckProps) {
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
            <Select {...control} value={microphoneId} onChange={(event) => onChoose(event.target.value)}>
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

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex animate-appear gap-3 rounded-control border border-notice-line bg-notice-soft px-3 py-2 text-sm text-notice">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** Warnings during the recording. */
export function RecorderNotices({ view, maxSeconds }: { view: RecordingView; maxSeconds: number }) {
  const { isUnheard, isNearLimit, scarceSeconds, isKept, stage } = view;
  const isOpen = stage === 'ready' || isUnderWay(stage);
  return (
    <div aria-live="polite" className="grid gap-2 empty:hidden">
      {isOpen && isUnheard ? <Notice>Não estamos ouvindo nada. Confira o microfone.</Notice> : null}
      {isOpen && isNearLimit ? <Notice>{limitText(maxSeconds)}</Notice> : null}
      {isOpen && scarceSeconds !== undefined ? <Notice>{storageLeftText(scarceSeconds)}</Notice> : null}
      {isOpen && !isKept ? (
        <Notice>Este navegador não está guardando a gravação. Não feche esta página antes de enviar.</Notice>
      ) : null}
    </div>
  );
}
