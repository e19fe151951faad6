import { displayName } from '#domain/transcript/transcription-name.ts';
import { momentText } from '../../format/date.ts';
import { minutesText } from '../../format/duration.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { RowListProps } from './row-list.ts';
import { HitLink, NameLink, RowActions, RowNote, StatusMark } from './row-parts.tsx';

export function ListCards({ items, isChosen, onChoose, onDelete, leaving }: RowListProps) {
  return (
    <ul aria-label="Transcrições" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {items.map((item) => (
        <li
          key={item.job_id}
          className={classNames(
            'rounded-card border bg-raised p-2 transition-[opacity,border-color]',
            isChosen(item.job_id) ? 'border-thread' : 'border-line',
            leaving.has(item.job_id) && 'opacity-0',
          )}
        >
          <div className="flex items-start gap-1">
            <Checkbox
              label={`Selecionar ${displayName(item)}`}
              labelHidden
              checked={isChosen(item.job_id)}
              onCheckedChange={(checked) => onChoose([item.job_id], checked)}
            />
            <div className="min-w-0 grow py-2 pr-2">
              <NameLink item={item} />
              <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-soft tabular-nums">
                <time dateTime={item.created_at}>{momentText(item.created_at)}</time>
                <span>{minutesText(item.audio_duration)}</span>
              </p>
              <RowNote item={item} />
              <HitLink item={item} />
            </div>
          </div>
          <div className="flex flex-wrap items-center justify-between pl-2.5">
            <StatusMark item={item} />
            <span className="ml-auto flex">
              <RowActions item={item} onDelete={() => onDelete(item)} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
