import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ListQuery } from '#contract/transcription-list.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { momentText, shortMomentText } from '../../format/date.ts';
import { minutesText } from '../../format/duration.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Table, TableCell, TableHead, TableRow } from '../../ui/table.tsx';
import { sortedBy } from './list-address.ts';
import { chosenOf, type RowListProps } from './row-list.ts';
import { HitLink, NameLink, RowActions, RowNote, StatusMark } from './row-parts.tsx';

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
              checked={chosenOf(props)}
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
              <time dateTime={item.created_at} title={momentText(item.created_at)}>
                {shortMomentText(item.created_at)}
              </time>
            </TableCell>
            <TableCell className="py-3.5 whitespace-nowrap text-ink-soft">
              {minutesText(item.audio_duration)}
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
