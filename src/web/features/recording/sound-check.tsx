import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { LevelThread } from './level-thread.tsx';
import type { RecordingSession } from './recording-session.ts';
import type { RecordingView } from './recording-view.ts';

type SoundCheckProps = {
  session: RecordingSession;
  view: RecordingView;
  onChoose: (microphoneId: string) => void;
};

/** An hour into a deaf microphone is lost: the sound is seen before the first second counts. */
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
