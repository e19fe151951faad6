import { useQuery } from '@tanstack/react-query';
import { Check, Pause, Play, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { planUsageQuery } from '#web/features/billing/api.ts';
import { RunningNote } from '#web/features/library/running-parts.tsx';
import {
  isFailed,
  isRunning,
  type RunningState,
  runningText,
  timeLeftText,
} from '#web/features/library/running-texts.ts';
import { useJobStates } from '#web/features/library/use-job-states.ts';
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx';
import { classNames, textLinkClass } from '#web/ui/class-names.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FileButton, OtherFile } from '../files/file-button.tsx';
import { LongerPlan } from '../files/longer-plan.tsx';
import type { UploadQueue } from '../queue/create-upload-queue.ts';
import { rememberWholeVideoChoice } from '../queue/resumable-uploads.ts';
import { isUploadRunning, jobIdsOf, type UploadItem, uploadShare } from '../queue/upload-item.ts';
import { otherFileText, soundOnlyText, stageWords, stateText } from '../queue/upload-text.ts';
import { SendingThread } from './sending-thread.tsx';

type RowProps = {
  item: UploadItem;
  queue: UploadQueue;
  /** The state of its transcription, once the file is sent. */
  job?: RunningState | undefined;
  /** Takes other files in place of a refused one. */
  onOther?: ((files: File[]) => void) | undefined;
};

const isRed = ({ stage }: UploadItem) => stage === 'failed' || stage === 'refused';
const isDoneOrFailed = (item: UploadItem) => item.stage === 'done' || isRed(item);

function Controls({ item, queue }: RowProps) {
  const { id, name, stage } = item;
  const [isAsking, setIsAsking] = useState(false);
  const isOnlyCopy = item.isRecording && stage !== 'done';
  const isPaused = stage === 'paused';
  const canPause = isUploadRunning(item) && stage !== 'finishing';
  const Sign = isPaused ? Play : Pause;
  return (
    <span className="-my-2 -mr-2 flex shrink-0">
      {/* One button for both actions, so that it keeps the focus after a click. */}
      {canPause || isPaused ? (
        <IconButton
          label={`${isPaused ? 'Continuar' : 'Pausar'} o envio de ${name}`}
          onClick={() => (isPaused ? queue.resume(id) : queue.pause(id))}
        >
          <Sign aria-hidden="true" className="size-4" />
        </IconButton>
      ) : null}
      {stage === 'finishing' ? null : (
        <IconButton
          label={isDoneOrFailed(item) ? `Tirar ${name} da lista` : `Cancelar o envio de ${name}`}
          onClick={() => (isOnlyCopy ? setIsAsking(true) : void queue.cancel(id))}
        >
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Descartar a gravação?"
        description={`“${name}” ainda não foi transcrita, e não há outra cópia.`}
        confirmLabel="Descartar"
        onConfirm={() => void queue.cancel(id)}
      />
    </span>
  );
}

function WaysOn({ item, queue, onOther }: RowProps) {
  const { id, stage, fault, jobId } = item;
  if (stage === 'done')
    return jobId === undefined ? (
      <Link to={paths.transcriptions} className={textLinkClass}>
        Ver minhas transcrições
      </Link>
    ) : (
      <Link to={paths.transcription(jobId)} aria-label={`Abrir ${item.name}`} className={textLinkClass}>
        Abrir
      </Link>
    );
  if (stage === 'away')
    return (
      <Button variant="secondary" onClick={() => queue.resume(id)}>
        Tentar agora
      </Button>
    );
  if (stage === 'file_wanted') return <FileAgain item={item} queue={queue} />;
  if (fault === undefined) return null;
  const { way } = fault;
  return (
    <div className="flex flex-wrap gap-2">
      {item.parts === undefined ? null : (
        <Button variant="secondary" onClick={() => void queue.separate(id)}>
          Enviar cada um em separado
        </Button>
      )}
      {way === 'longer' ? <LongerPlanNow /> : null}
      {way === 'plans' ? (
        <Link to={paths.planComparison} className={buttonClass({ variant: 'secondary' })}>
          Ver planos
        </Link>
      ) : null}
      {way === 'plans' || way === 'retry' || (way === 'longer' && item.isRecording) ? (
        <Button variant="secondary" onClick={() => queue.resume(id)}>
          Tentar de novo
        </Button>
      ) : null}
      {stage === 'refused' && onOther !== undefined ? (
        <OtherFile
          name={item.name}
          onFiles={(files) => {
            onOther(files);
            void queue.cancel(id);
          }}
        />
      ) : null}
    </div>
  );
}

function LongerPlanNow() {
  const { data } = useQuery(planUsageQuery);
  return data === undefined ? null : <LongerPlan seconds={undefined} maxFileMinutes={data.maxFileMinutes} />;
}

function FileAgain({ item: { id, name, parts }, queue }: RowProps) {
  const [isOther, setIsOther] = useState(false);

  async function bring(files: File[]) {
    setIsOther(!(await queue.bringFiles(id, files)));
  }

  return (
    <div className="grid justify-items-start gap-2">
      <FileButton variant="secondary" multiple={parts !== undefined} onFiles={(files) => void bring(files)}>
        {parts === undefined ? 'Escolher o arquivo' : `Escolher os ${parts.length} arquivos`}
      </FileButton>
      <p role="status" className="text-sm text-loss">
        {isOther ? otherFileText({ name, parts }) : null}
      </p>
    </div>
  );
}

function SoundOnly({ item, queue }: RowProps) {
  if (!item.isSoundOnly) return null;
  const canChange = item.canSendWhole && item.stage !== 'done' && item.stage !== 'finishing';
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-ink-soft">
      {soundOnlyText(item)}
      {canChange ? (
        <button
          type="button"
          className={classNames(textLinkClass, 'min-h-6')}
          onClick={() => {
            rememberWholeVideoChoice(true);
            void queue.sendWhole(item.id);
          }}
        >
          Enviar o vídeo inteiro
        </button>
      ) : null}
    </p>
  );
}

const shareOf = (item: UploadItem, job: RunningState | undefined) => {
  if (job !== undefined) return job.progress.percent / 100;
  return item.stage === 'preparing' ? item.prepared : uploadShare(item);
};

/** "Ouvindo 27% · falta 1 min" */
function jobText(job: RunningState) {
  return [runningText(job), timeLeftText(job)].filter((part) => part !== undefined).join(' · ');
}

/** Screen readers announce each change, so it contains no numbers. */
const announced = ({ stage }: UploadItem, job: RunningState | undefined) =>
  job === undefined
    ? stageWords[stage]
    : runningText({ ...job, progress: { percent: 0, seconds_left: null } });

function UploadRow({ item, queue, job, onOther }: RowProps) {
  const { name, stage, jobId } = item;
  const isFault = isRed(item) || (job !== undefined && isFailed(job));
  const hasThread = job === undefined ? !isDoneOrFailed(item) : isRunning(job);
  return (
    <li className="grid min-w-0 gap-2 py-4">
      <div className="flex items-start justify-between gap-3">
        <p title={name} className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
          {name}
        </p>
        <Controls item={item} queue={queue} />
      </div>
      {hasThread ? (
        <SendingThread
          share={shareOf(item, job)}
          name={name}
          label={`${job === undefined ? 'Envio' : 'Transcrição'} de ${name}`}
          isStill={
            job === undefined ? stage !== 'sending' && stage !== 'preparing' : job.status === 'pending'
          }
        />
      ) : null}
      <p
        className={classNames(
          'flex items-baseline gap-2 text-sm tabular-nums wrap-anywhere',
          isFault ? 'text-loss' : 'text-ink-soft',
        )}
      >
        {job?.status === 'completed' ? (
          <Check aria-hidden="true" className="size-4 shrink-0 translate-y-0.5 text-thread" />
        ) : null}
        {isFault ? (
          <span aria-hidden="true" className="size-1.5 shrink-0 -translate-y-px rounded-full bg-loss" />
        ) : null}
        <span className="min-w-0 first-letter:uppercase">
          {job === undefined ? stateText(item) : jobText(job)}
        </span>
      </p>
      <p role="status" className="sr-only">
        {`${name}: ${announced(item, job)}`}
      </p>
      <SoundOnly item={item} queue={queue} />
      {job === undefined || jobId === undefined ? null : <RunningNote jobId={jobId} state={job} />}
      <div className="text-sm empty:hidden">
        <WaysOn item={item} queue={queue} onOther={onOther} />
      </div>
    </li>
  );
}

type UploadListProps = Omit<RowProps, 'item' | 'job'> & { items: readonly UploadItem[]; label: string };

export function UploadList({ items, queue, label, onOther }: UploadListProps) {
  const jobs = useJobStates(jobIdsOf(items));
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {items.map((item) => (
        <UploadRow
          key={item.id}
          item={item}
          queue={queue}
          job={jobs.get(item.jobId ?? '')}
          onOther={onOther}
        />
      ))}
    </ul>
  );
}
