import { File as AnyFile, FileAudio, FileVideo, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatFileSize } from '#domain/format/file-size.ts';
import { paths } from '#web/app/paths.ts';
import { formatDuration } from '#web/format/time.ts';
import { buttonClass, IconButton } from '#web/ui/button.tsx';
import {
  type ChosenFile,
  type ChosenOptions,
  type FileRules,
  isSameFile,
  refusalOf,
} from '../files/chosen-file.ts';
import { OtherFile } from '../files/file-button.tsx';
import { fileKind } from '../files/file-kinds.ts';
import { exceedsHours, exceedsMaxMinutes, refusalByNameAndSize } from '../files/file-limits.ts';
import { LongerPlan } from '../files/longer-plan.tsx';
import { inspectFile } from '../workers/inspect-file.ts';

let made = 0;

/** The files of the form before they are sent. Inspects each file as soon as the user chooses it. */
export function useChosenFiles() {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const latest = useRef(chosen);
  latest.current = chosen;
  const inspections = useRef<Promise<unknown>[]>([]);

  async function inspect({ id, file }: ChosenFile) {
    const found = await inspectFile(file);
    const next = latest.current.map((each) => (each.id === id ? { ...each, found } : each));
    latest.current = next;
    setChosen(next);
  }

  return {
    chosen,
    add(files: readonly File[], options: ChosenOptions = {}) {
      const fresh = files
        .filter((file) => !latest.current.some((each) => isSameFile(each.file, file)))
        .map((file) => ({ ...options, id: ++made, file, found: undefined }));
      latest.current = [...latest.current, ...fresh];
      setChosen(latest.current);
      for (const each of fresh) {
        const { file, isRecording = false } = each;
        if (refusalByNameAndSize(file, { isRecording, uploadMaxBytes: undefined }) === undefined)
          inspections.current.push(inspect(each));
      }
    },
    remove(id: number) {
      latest.current = latest.current.filter((each) => each.id !== id);
      setChosen(latest.current);
    },
    /** Resolves after all inspections. */
    async settled(): Promise<readonly ChosenFile[]> {
      await Promise.all(inspections.current);
      return latest.current;
    },
  };
}

type ChosenListProps = {
  chosen: readonly ChosenFile[];
  rules: FileRules;
  onRemove: (id: number) => void;
  /** The first files of the list become one transcription if the user joins them. */
  joinedCount: number;
  /** Replaces a refused file with others. */
  onReplace: (id: number, files: File[]) => void;
};

const pictures = { audio: FileAudio, video: FileVideo, other: AnyFile } as const;

type ChosenRowProps = Omit<ChosenListProps, 'chosen' | 'joinedCount'> & {
  each: ChosenFile;
  /** The place in the joined text, from 1. */
  joinOrder: number | undefined;
};

function ChosenRow({ each, joinOrder, rules, onRemove, onReplace }: ChosenRowProps) {
  const { id, file, found } = each;
  const refusal = refusalOf(each, rules);
  const seconds = found?.seconds;
  const { limits } = rules;
  const Icon = pictures[fileKind(file)];
  return (
    <li className="flex items-start gap-3 py-3">
      {joinOrder === undefined ? (
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      ) : (
        <span className="min-w-5 shrink-0 text-center text-ink-soft tabular-nums">
          {joinOrder}
          <span className="sr-only">º</span>
        </span>
      )}
      <div className="min-w-0 grow">
        <p title={file.name} className="line-clamp-2 font-medium wrap-anywhere">
          {file.name}
        </p>
        <p className="text-sm text-ink-soft tabular-nums">
          {formatFileSize(file.size)}
          {seconds === undefined ? null : ` · ${formatDuration(seconds)}`}
        </p>
        <p role="alert" className="text-sm text-loss not-empty:mt-1">
          {refusal}
        </p>
        {refusal === undefined ? null : (
          <div data-next-step className="mt-2 flex flex-wrap gap-2 text-sm">
            {limits !== undefined &&
            seconds !== undefined &&
            exceedsMaxMinutes(limits.maxFileMinutes, seconds) ? (
              <LongerPlan seconds={seconds} maxFileMinutes={limits.maxFileMinutes} />
            ) : limits !== undefined && exceedsHours(limits, seconds) ? (
              <Link to={paths.planComparison} className={buttonClass({ variant: 'secondary' })}>
                Ver planos
              </Link>
            ) : null}
            {each.isRecording ? null : (
              <OtherFile name={file.name} onFiles={(files) => onReplace(id, files)} />
            )}
          </div>
        )}
      </div>
      <IconButton label={`Tirar ${file.name}`} className="-my-2 -mr-2" onClick={() => onRemove(id)}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  );
}

export function ChosenList({ chosen, joinedCount, ...rest }: ChosenListProps) {
  return (
    <ul
      aria-label="Arquivos escolhidos"
      className="divide-y divide-line rounded-card border border-line bg-raised px-4"
    >
      {chosen.map((each, at) => (
        <ChosenRow key={each.id} each={each} joinOrder={at < joinedCount ? at + 1 : undefined} {...rest} />
      ))}
    </ul>
  );
}
