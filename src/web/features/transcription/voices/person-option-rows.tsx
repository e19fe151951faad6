import { Plus, UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Choice, Scope } from './person-options.ts';

const lastKey = 9;

export const optionId = (listId: string, at: number) => `${listId}-${at}`;

type PersonOptionRowsProps = {
  id: string;
  options: readonly Choice[];
  active: number;
  scope: Scope;
  /** Beside the people: the number key that names each of them. */
  showsKeys: boolean;
  onChoose: (choice: Choice) => void;
};

export function PersonOptionRows({ id, options, active, scope, showsKeys, onChoose }: PersonOptionRowsProps) {
  const rows = useRef<HTMLDivElement>(null);
  useEffect(() => {
    rows.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div ref={rows} id={id} role="listbox" aria-label="Pessoas" className="person-options">
      {options.map((choice, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys of this list
        <div
          key={keyOf(choice)}
          id={optionId(id, at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          // A press would take the focus from the field.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          {choice.kind === 'typed' || choice.kind === 'new' ? (
            <Plus aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
          ) : (
            <UserRound aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
          )}
          <span title={labelOf(choice, scope)} className="min-w-0 grow truncate">
            {labelOf(choice, scope)}
          </span>
          {choice.kind === 'known' ? <span className="person-hint">usado antes</span> : null}
          {choice.kind === 'person' && showsKeys && choice.key <= lastKey ? (
            <span aria-hidden="true" className="person-hint">
              {choice.key}
            </span>
          ) : null}
        </div>
      ))}
    </div>
  );
}

function keyOf(choice: Choice): string {
  if (choice.kind === 'person') return choice.person.speaker;
  return choice.kind === 'new' ? choice.kind : `${choice.kind} ${choice.name}`;
}

function labelOf(choice: Choice, scope: Scope): string {
  const isAll = scope === 'all';
  switch (choice.kind) {
    case 'person':
      return isAll ? `Juntar com ${choice.person.name}` : choice.person.name;
    case 'typed':
      return isAll ? `Mudar o nome para “${choice.name}”` : `Nova pessoa: “${choice.name}”`;
    case 'known':
      return choice.name;
    case 'new':
      return 'Nova pessoa';
  }
}
