import { type ReactNode, useEffect, useRef, useState } from 'react';
import { downloadFile } from '#web/browser/download-file.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { type FinishedRecording, finishRecording } from './finish-recording.ts';
import { type Release, recordingLock, tryAcquireLock } from './recording-locks.ts';
import { deleteRecording, readRecordingSound, type StoredRecording } from './recording-store.ts';
import { discardText, needsDiscardConfirmation, unsentText } from './recording-text.ts';
import { type HandedRecording, notifyRecordingsChanged } from './recover-unsent-recordings.ts';

type UnsentRowProps = {
  recording: StoredRecording;
  disabled: boolean;
  onSend: (handed: HandedRecording) => void;
  /** The recording was discarded. */
  onGone: () => void;
  refresh: () => void;
};

type Work = 'send' | 'play' | 'save';

const unreadable = 'Não conseguimos abrir esta gravação. Tente de novo.';

/** Prepared once, by the first button that needs it. */
function usePrepared(recording: StoredRecording) {
  const prepared = useRef<Promise<FinishedRecording>>(undefined);
  return () => {
    prepared.current ??= readRecordingSound(recording)
      .then((sound) => finishRecording(recording, sound))
      .catch((error) => {
        prepared.current = undefined;
        throw error;
      });
    return prepared.current;
  };
}

function useObjectUrl() {
  const [url, setUrl] = useState<string>();
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return [url, (file: File) => setUrl(URL.createObjectURL(file))] as const;
}

export function UnsentRow({ recording, disabled, onSend, onGone, refresh }: UnsentRowProps) {
  const { id, seconds } = recording;
  const prepare = usePrepared(recording);
  const [url, play] = useObjectUrl();
  const [busy, setBusy] = useState<Work>();
  const [fault, setFault] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const [nowMs] = useState(() => Date.now());

  async function run(work: Work, then: (finished: FinishedRecording) => void) {
    if (busy !== undefined) return;
    setBusy(work);
    setFault(undefined);
    try {
      then(await prepare());
    } catch {
      setFault(unreadable);
    }
    setBusy(undefined);
  }

  /** Another tab may have taken the recording a moment ago. */
  async function take(then: (release: Release) => void) {
    const release = await tryAcquireLock(recordingLock(id));
    if (release === undefined) refresh();
    else then(release);
  }

  async function drop(release: Release) {
    await deleteRecording(id).catch(() => setFault(unreadable));
    release();
    notifyRecordingsChanged();
    onGone();
  }

  const send = (finished: FinishedRecording) =>
    take((release) => {
      onSend({ ...finished, id, endedBy: 'user', release });
      refresh();
    });
  const discard = () => void take(drop);

  const action = (work: Work, label: string, then: (finished: FinishedRecording) => void): ReactNode => (
    <Button
      variant={work === 'send' ? 'primary' : 'secondary'}
      busy={busy === work}
      disabled={work === 'send' && disabled}
      onClick={() => void run(work, then)}
    >
      {label}
    </Button>
  );

  return (
    <li className="grid gap-3 py-4">
      <p>{unsentText(recording, nowMs)}</p>
      <div className="flex flex-wrap gap-3">
        {action('send', 'Enviar', (finished) => void send(finished))}
        {url === undefined ? action('play', 'Ouvir', ({ file }) => play(file)) : null}
        {action('save', 'Baixar', ({ file }) => downloadFile(file, file.name))}
        <Button
          variant="quiet"
          className="max-sm:-ml-4"
          onClick={() => (needsDiscardConfirmation(seconds) ? setIsAsking(true) : discard())}
        >
          Descartar
        </Button>
      </div>
      {url === undefined ? null : (
        // biome-ignore lint/a11y/useMediaCaption: the recording has no transcript yet
        <audio controls autoPlay src={url} aria-label="Gravação guardada" className="w-full" />
      )}
      <p role="alert" className="text-sm text-loss empty:hidden">
        {fault}
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Descartar a gravação?"
        description={discardText(seconds)}
        confirmLabel="Descartar"
        onConfirm={() => {
          setIsAsking(false);
          discard();
        }}
      />
    </li>
  );
}
