import { Mail } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { commonFormats } from '#domain/format/accepted-formats.ts';
import { hourMs } from '#domain/format/durations.ts';
import { formatDuration } from '#web/format/time.ts';
import { DraftNote } from '#web/forms/draft-note.tsx';
import { parseTextFields, useDraft } from '#web/forms/drafts.ts';
import { VoicesField } from '#web/forms/voices-field.tsx';
import { SoundStrip } from '#web/pictures/sound-strip.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/form.tsx';
import { Input, Select } from '#web/ui/inputs.tsx';
import { type ChosenFile, type FileRules, hasPicture, refusalOf } from '../files/chosen-file.ts';
import { FileButton } from '../files/file-button.tsx';
import { type PlanLimits, totalTooLongText } from '../files/file-limits.ts';
import { automaticLanguage, usualLanguage } from '../queue/last-language.ts';
import { readWholeVideoChoice, rememberWholeVideoChoice } from '../queue/resumable-uploads.ts';
import { ChosenList } from './chosen-files.tsx';
import { inOrderOfJoining, joiningOf } from './joining.ts';

type LanguageOption = { code: string; name: string };

const usual: LanguageOption = { code: usualLanguage, name: 'Português' };
const automatic: LanguageOption = { code: automaticLanguage, name: 'Detectar automaticamente' };

const upperFirst = (text: string) => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1);

/** Portuguese first, then automatic detection, then the engine's languages by their Portuguese names. */
export function languageOptions(codes: readonly string[]): LanguageOption[] {
  const names = new Intl.DisplayNames('pt-BR', { type: 'language', fallback: 'none' });
  const others = codes
    .filter((code) => code !== usual.code && code !== automatic.code)
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [{ code, name: upperFirst(name) }];
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'pt-BR'));
  return [usual, automatic, ...others];
}

export type UploadChoices = {
  title: string;
  language: string;
  voices: number | undefined;
  sendsWholeVideo: boolean;
  /** One transcription of all files, instead of one each. */
  joins: boolean;
};

type UploadFormProps = {
  chosen: readonly ChosenFile[];
  rules: FileRules;
  languages: readonly string[];
  lastLanguage: string;
  /** This installation tells voices apart. */
  findsVoices: boolean;
  error: string | undefined;
  isSending: boolean;
  isPreparing: boolean;
  onFiles: (files: File[]) => void;
  onRemove: (id: number) => void;
  onReplace: (id: number, files: File[]) => void;
  onSubmit: (choices: UploadChoices) => void;
  recorder: ReactNode;
};

const maxTitleLength = 200;
const parseDraft = parseTextFields(['title']);
/** On the next day the user probably sends another file. */
const draftLifetimeMs = 12 * hourMs;

const titleHint = (isRecording = false) =>
  isRecording ? 'Sem título, valem o dia e a hora da gravação.' : 'Sem título, vale o nome do arquivo.';

function limitText({ maxFileMinutes, secondsLeft, planName }: PlanLimits) {
  const plan = planName === undefined ? 'do seu plano' : `do plano ${planName}`;
  const left =
    secondsLeft > 0 ? `Restam ${formatDuration(secondsLeft)} neste mês.` : 'Suas horas deste mês acabaram.';
  return `Cada arquivo pode ter até ${maxFileMinutes} minutos, o limite ${plan}. ${left}`;
}

function Limits({ limits }: { limits: PlanLimits | undefined }) {
  // Reserve the height while the plan loads, to avoid a layout shift.
  return <p className="min-h-5">{limits === undefined ? null : limitText(limits)}</p>;
}

export function UploadForm(props: UploadFormProps) {
  const { chosen, rules, languages, error, isSending, isPreparing, onFiles, onRemove, onReplace, onSubmit } =
    props;
  const draft = useDraft('new-file', parseDraft, draftLifetimeMs);
  const [restored, setRestored] = useState(() => draft.read()?.title);
  const [title, setTitle] = useState(restored ?? '');
  const titleInput = useRef<HTMLInputElement>(null);
  const [language, setLanguage] = useState(props.lastLanguage);
  const [voices, setVoices] = useState<number | null>(null);
  const [sendsWholeVideo, setSendsWholeVideo] = useState(readWholeVideoChoice);
  const picker = useRef<HTMLInputElement>(null);
  const id = useId();
  const [hintId, errorId, joinHintId] = [`${id}-hint`, `${id}-error`, `${id}-join`];
  const sendable = chosen.filter((each) => refusalOf(each, rules) === undefined);
  const joining = joiningOf(sendable, rules.limits);
  const joined = joining?.isOffered ? inOrderOfJoining(sendable) : [];
  const listed = [...joined, ...chosen.filter((each) => !joined.includes(each))];
  const together = totalTooLongText(
    sendable.map(({ found }) => found?.seconds),
    rules.limits,
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    send({ joins: false });
  }

  function send({ joins }: Pick<UploadChoices, 'joins'>) {
    if (isPreparing) return;
    if (chosen.length === 0) picker.current?.focus();
    onSubmit({ title, language, voices: voices ?? undefined, sendsWholeVideo, joins });
    // The next recording is another conversation.
    setVoices(null);
    if (sendable.length > 0) writeTitle('');
  }

  function writeTitle(next: string) {
    setTitle(next);
    setRestored(undefined);
    draft.write(next === '' ? undefined : { title: next });
  }

  function wishWhole(isWhole: boolean) {
    setSendsWholeVideo(isWhole);
    rememberWholeVideoChoice(isWhole);
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <div className="grid justify-items-start gap-4 rounded-card border border-dashed border-line-strong/60 px-5 py-6 sm:px-8 sm:py-8">
        <SoundStrip part="turning" className="max-w-72" />
        <p className="text-lg font-semibold">
          <span className="sm:hidden">Escolha áudios ou vídeos</span>
          <span className="hidden sm:inline">Arraste áudios ou vídeos para cá</span>
        </p>
        <FileButton
          ref={picker}
          multiple
          variant={chosen.length === 0 ? 'primary' : 'secondary'}
          onFiles={onFiles}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? hintId : `${errorId} ${hintId}`}
        >
          {chosen.length === 0 ? 'Escolher arquivos' : 'Escolher mais arquivos'}
        </FileButton>
        <p id={errorId} role="alert" className="text-sm text-loss empty:hidden">
          {error}
        </p>
        <div id={hintId} className="grid gap-1 text-sm text-ink-soft">
          <Limits limits={rules.limits} />
          <p>{`${commonFormats} e outros áudios e vídeos.`}</p>
        </div>
      </div>
      {props.recorder}
      {chosen.length === 0 ? null : (
        <ChosenList
          chosen={listed}
          joinedCount={joined.length}
          rules={rules}
          onRemove={onRemove}
          onReplace={onReplace}
        />
      )}
      {together === undefined ? null : <p className="text-sm text-notice">{together}</p>}
      {chosen.some(hasPicture) ? (
        <div className="-ml-2.5">
          <Checkbox
            checked={sendsWholeVideo}
            onCheckedChange={wishWhole}
            label="Enviar o vídeo inteiro, para assistir junto do texto"
          />
          <p className="pl-10 text-sm text-ink-soft">
            {sendsWholeVideo
              ? 'O vídeo vai com a imagem: demora mais.'
              : 'Só o áudio do vídeo é enviado: é bem mais rápido, e o texto é o mesmo.'}
          </p>
        </div>
      ) : null}
      <div className="grid items-start gap-6 sm:grid-cols-2">
        {chosen.length > 1 ? null : (
          <div>
            <Field label="Título (opcional)" hint={titleHint(chosen[0]?.isRecording)}>
              {(control) => (
                <Input
                  {...control}
                  ref={titleInput}
                  maxLength={maxTitleLength}
                  value={title}
                  onChange={(event) => writeTitle(event.target.value)}
                />
              )}
            </Field>
            {restored === undefined ? null : (
              <DraftNote
                onDiscard={() => {
                  writeTitle('');
                  titleInput.current?.focus();
                }}
              >
                Você digitou este título antes.
              </DraftNote>
            )}
          </div>
        )}
        <Field label="Idioma da gravação">
          {(control) => (
            <Select {...control} value={language} onChange={(event) => setLanguage(event.target.value)}>
              {languageOptions(languages).map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {props.findsVoices ? <VoicesField voices={voices} onChange={setVoices} /> : null}
      </div>
      <p className="flex gap-3 rounded-card border border-notice-line bg-notice-soft px-4 py-3 text-sm text-notice">
        <Mail aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        Quando a transcrição terminar, enviamos um e-mail automaticamente. Você pode sair desta página.
      </p>
      <div className="grid justify-items-start gap-3">
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:flex-col">
          <Button type="submit" size="large" busy={isSending}>
            {isSending ? 'Enviando...' : 'Enviar e transcrever'}
          </Button>
          {joining?.isOffered ? (
            <Button
              variant="secondary"
              size="large"
              aria-describedby={joinHintId}
              onClick={() => send({ joins: true })}
            >
              Juntar em uma transcrição
            </Button>
          ) : null}
        </div>
        {joining === undefined ? null : (
          <p id={joinHintId} className="text-sm text-ink-soft">
            {joining.text}
          </p>
        )}
      </div>
    </form>
  );
}
