import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { recordHash } from '#web/app/paths.ts';
import type { TakeRecording } from '#web/features/upload/form/upload-screen.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { RecorderNotices, RecorderOffer, RecordingControls, SoundCheck } from './recorder-panels.tsx';
import { isUnderWay, type RecordingView } from './recorder-state.ts';
import { createRecordingSession } from './recording-session.ts';
import { endedText } from './recording-text.ts';
import {
  type HandedRecording,
  useRecordingHandoff,
  useUnsentRecordings,
} from './recover-unsent-recordings.ts';
import { UnsentRow } from './unsent-row.tsx';

/** Asks for confirmation, so that a wrong click on a link does not end a recording. */
function LeavingDialog({ isUnderWay }: { isUnderWay: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnderWay && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title="Parar a gravação e sair?"
      description="A gravação para agora e fica guardada neste navegador. Você pode enviá-la quando voltar a esta página."
      confirmLabel="Parar e sair"
      cancelLabel="Continuar gravando"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

type RecorderProps = {
  userId: string;
  onRecorded: TakeRecording;
  maxSeconds: number;
};

function useSession({ userId, maxSeconds }: RecorderProps, onFinished: (handed: HandedRecording) => void) {
  const latest = useRef({ maxSeconds, onFinished });
  latest.current = { maxSeconds, onFinished };
  const [session] = useState(() =>
    createRecordingSession({
      userId,
      maxSeconds: () => latest.current.maxSeconds,
      onFinished: (handed) => latest.current.onFinished(handed),
    }),
  );
  useEffect(() => {
    session.enter();
    return session.leave;
  }, [session]);
  return { session, view: useSyncExternalStore(session.subscribe, session.view, session.view) };
}

/** The pressed button disappears with its stage, so the next stage's button gets the focus. */
function useFocusOf(stage: RecordingView['stage']) {
  const section = useRef<HTMLElement>(null);
  const before = useRef(stage);
  function focusNext() {
    const { activeElement, body } = document;
    if (activeElement !== body && !section.current?.contains(activeElement)) return;
    section.current?.querySelector<HTMLElement>('[data-focus]')?.focus();
  }
  const move = useEffectEvent(focusNext);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    move();
  }, [stage]);
  return { section, focusNext };
}

/** The link "Gravar" of another page leads here, so the button to record gets the focus. */
function useFocusFromLink(section: RefObject<HTMLElement | null>) {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== recordHash) return;
    // After the focus on the title, which follows every navigation.
    const frame = requestAnimationFrame(() =>
      section.current?.querySelector<HTMLElement>('[data-focus]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [hash, section]);
}

const announced: Record<RecordingView['stage'], string> = {
  idle: '',
  asking: 'Esperando a permissão para usar o microfone.',
  ready: '',
  recording: 'Gravando',
  paused: 'Em pausa',
  finishing: '',
};

/** Records from the microphone, and offers unsent recordings of earlier visits. */
export function Recorder(props: RecorderProps) {
  const { userId, onRecorded, maxSeconds } = props;
  const disabled = maxSeconds <= 0;
  const { unsent, refresh } = useUnsentRecordings(userId);
  const { handOver, last } = useRecordingHandoff(onRecorded, refresh);
  const { session, view } = useSession(props, handOver);
  const { stage, isEmpty } = view;
  const { section, focusNext } = useFocusOf(stage);
  useFocusFromLink(section);
  const isOpen = stage === 'ready' || isUnderWay(stage);
  const line = isEmpty
    ? 'A gravação ficou vazia. Tente de novo.'
    : last && endedText(last.endedBy, last.seconds);
  const isLineShown = stage === 'idle' && line !== undefined;

  return (
    <section ref={section} aria-label="Gravação" className="grid gap-4">
      {unsent.length === 0 ? null : (
        <ul
          aria-label="Gravações não enviadas"
          className="divide-y divide-line rounded-card border border-line bg-raised px-4 sm:px-6"
        >
          {unsent.map((recording) => (
            <UnsentRow
              key={recording.id}
              recording={recording}
              disabled={disabled}
              onSend={(handed) => {
                handOver(handed);
                focusNext();
              }}
              onGone={() => {
                refresh();
                focusNext();
              }}
              refresh={refresh}
            />
          ))}
        </ul>
      )}
      {isOpen ? (
        <div className="grid animate-appear gap-4 rounded-card border border-line bg-raised p-4 sm:p-6">
          {stage === 'ready' ? (
            <SoundCheck session={session} view={view} />
          ) : (
            <RecordingControls session={session} isPaused={stage === 'paused'} maxSeconds={maxSeconds} />
          )}
          <RecorderNotices view={view} maxSeconds={maxSeconds} />
        </div>
      ) : stage === 'finishing' ? (
        <p
          tabIndex={-1}
          data-focus
          className="flex items-center gap-3 rounded-card border border-line bg-raised p-4 outline-none sm:p-6"
        >
          <Spinner className="size-4" />
          Preparando a gravação...
        </p>
      ) : (
        <RecorderOffer view={view} maxSeconds={maxSeconds} disabled={disabled} onAsk={session.ask} />
      )}
      <p role="status" className={isLineShown ? 'text-sm' : 'sr-only'}>
        {isLineShown ? line : announced[stage]}
      </p>
      <LeavingDialog isUnderWay={isUnderWay(stage)} />
    </section>
  );
}
