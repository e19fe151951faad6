import { File as AnyFile, FileAudio, FileVideo, X } from 'lucide-react';
import { durationText } from '../../format/duration.ts';
import { fileSizeText } from '../../format/file-size.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { type ChosenFile, type FileRules, refusalOf } from './chosen-files.ts';
import { OtherFile } from './file-button.tsx';
import { isLongerThan, kindOf } from './file-rules.ts';
import { LongerPlan } from './longer-plan.tsx';

type ChosenListProps = {
  chosen: readonly ChosenFile[];
  rules: FileRules;
  onRemove: (id: number) => void;
  /** Takes other files in the place of one that is refused. */
  onReplace: (id: number, files: File[]) => void;
};

const pictures = { audio: FileAudio, video: FileVideo, other: AnyFile } as const;

function ChosenRow({
  each,
  rules,
  onRemove,
  onReplace,
}: Omit<ChosenListProps, 'chosen'> & { each: ChosenFile }) {
  const { id, file, found } = each;
  const refusal = refusalOf(each, rules);
  const seconds = found?.seconds;
  const { limits } = rules;
  const Icon = pictures[kindOf(file.name)];
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <div className="min-w-0 grow">
        <p title={file.name} className="line-clamp-2 font-medium wrap-anywhere">
          {file.name}
        </p>
        <p className="text-sm text-ink-soft tabular-nums">
          {fileSizeText(file.size)}
          {seconds === undefined ? null : ` · ${durationText(seconds)}`}
        </p>
        <p role="alert" className="text-sm text-loss not-empty:mt-1">
          {refusal}
        </p>
        {refusal === undefined ? null : (
          <div data-next-step className="mt-2 flex flex-wrap gap-2 text-sm">
            {limits !== undefined && seconds !== undefined && isLongerThan(limits.maxFileMinutes, seconds) ? (
              <LongerPlan seconds={seconds} maxFileMinutes={limits.maxFileMinutes} />
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

/** What will be sent, and at each file why it will not. */
export function ChosenList({ chosen, ...rest }: ChosenListProps) {
  return (
    <ul
      aria-label="Arquivos escolhidos"
      className="divide-y divide-line rounded-card border border-line bg-raised px-4"
    >
      {chosen.map((each) => (
        <ChosenRow key={each.id} each={each} {...rest} />
      ))}
    </ul>
  );
}
