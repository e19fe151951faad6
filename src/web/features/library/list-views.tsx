import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import type { ListedTranscription, ListQuery } from '#contract/transcription-list.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { formatDateTime, formatMinutes, formatShortDateTime } from '#web/format/time.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Table, TableCell, TableHead, TableRow } from '#web/ui/table.tsx';
import { sortedBy } from './list-filters-url.ts';
import { HitLink, NameLink, RowActions, RowNote, StatusMark } from './row-parts.tsx';

type RowListProps = {
  items: readonly ListedTranscription[];
  query: ListQuery;
  onQuery: (query: ListQuery) => void;
  isChosen: (id: string) => boolean;
  onChoose: (ids: readonly string[], chosen: boolean) => void;
  onDelete: (item: ListedTranscription) => void;
  /** Rows that are fading out. */
  leaving: ReadonlySet<string>;
};

/** The state of the select-all checkbox: all, none or some rows of this page. */
export function selectAllState({ items, isChosen }: Pick<RowListProps, 'items' | 'isChosen'>) {
  const count = items.filter(({ job_id }) => isChosen(job_id)).length;
  if (count === 0) return false;
  return count === items.length ? true : ('indeterminate' as const);
}

type Selection = { of: string; ids: ReadonlySet<string> };

const none: ReadonlySet<string> = new Set();

/** The selection is valid for one page of one list, so that hidden rows are never deleted. */
export function useSelection(list: string) {
  const [selection, setSelection] = useState<Selection>({ of: list, ids: none });
  const ids = selection.of === list ? selection.ids : none;

  function choose(those: readonly string[], chosen: boolean) {
    const next = new Set(ids);
    for (const id of those) {
      if (chosen) next.add(id);
      else next.delete(id);
    }
    setSelection({ of: list, ids: next });
  }

  return { isChosen: (id: string) => ids.has(id), choose };
}

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
                <time dateTime={item.created_at}>{formatDateTime(item.created_at)}</time>
                <span>{formatMinutes(item.audio_duration)}</span>
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

type SortHeadProps = Pick<RowListProps, 'query' | 'onQuery'> & {
  sort: ListQuery['sort'];
  label: string;
  width: string;
};

function SortHead({ query, onQuery, sort, label, width }: SortHeadProps) {
  const isSorted = query.sort === sort;
  const Sign = isSorted ? (query.order === 'asc' ? ArrowUp : ArrowDown) : ChevronsUpDown;
  return (
    <TableHead
      className={classNames('px-1!', width)}
      aria-sort={isSorted ? (query.order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        onClick={() => onQuery(sortedBy(query, sort))}
        className={classNames(
          'inline-flex min-h-10 items-center gap-1.5 rounded-control px-3 font-medium transition-colors hover:bg-line/60 hover:text-ink',
          isSorted && 'text-ink',
        )}
      >
        {label}
        <Sign aria-hidden="true" className={classNames('size-3.5', !isSorted && 'text-ink-faint')} />
      </button>
    </TableHead>
  );
}

export function ListTable(props: RowListProps) {
  const { items, query, onQuery, isChosen, onChoose, onDelete, leaving } = props;
  return (
    <Table label="Transcrições" className="table-fixed">
      <thead>
        <tr>
          <TableHead className="w-14 px-2!">
            <Checkbox
              label="Selecionar todas desta página"
              labelHidden
              checked={selectAllState(props)}
              onCheckedChange={(checked) =>
                onChoose(
                  items.map(({ job_id }) => job_id),
                  checked,
                )
              }
            />
          </TableHead>
          <TableHead className="pl-1!">Nome</TableHead>
          <TableHead className="w-44">Status</TableHead>
          <SortHead query={query} onQuery={onQuery} sort="created_at" label="Data" width="w-44" />
          <SortHead query={query} onQuery={onQuery} sort="audio_duration" label="Duração" width="w-36" />
          <TableHead className="w-40">
            <span className="sr-only">Ações</span>
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <TableRow
            key={item.job_id}
            className={classNames(
              'align-top',
              isChosen(item.job_id) && 'bg-thread-soft/40 hover:bg-thread-soft/70!',
              leaving.has(item.job_id) && 'opacity-0 transition-opacity',
            )}
          >
            <TableCell className="px-2!">
              <Checkbox
                label={`Selecionar ${displayName(item)}`}
                labelHidden
                checked={isChosen(item.job_id)}
                onCheckedChange={(checked) => onChoose([item.job_id], checked)}
              />
            </TableCell>
            <TableCell className="py-3.5 pl-1!">
              <NameLink item={item} />
              <RowNote item={item} />
              <HitLink item={item} />
            </TableCell>
            <TableCell className="py-3">
              <StatusMark item={item} />
            </TableCell>
            <TableCell className="py-3.5 whitespace-nowrap text-ink-soft">
              <time dateTime={item.created_at} title={formatDateTime(item.created_at)}>
                {formatShortDateTime(item.created_at)}
              </time>
            </TableCell>
            <TableCell className="py-3.5 whitespace-nowrap text-ink-soft">
              {formatMinutes(item.audio_duration)}
            </TableCell>
            <TableCell className="px-2!">
              <div className="flex justify-end">
                <RowActions item={item} onDelete={() => onDelete(item)} />
              </div>
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
