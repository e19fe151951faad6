import { Check } from 'lucide-react';
import { classNames } from './class-names.ts';

type ChecklistProps = {
  id?: string;
  label: string;
  items: readonly { id: string; label: string; done: boolean }[];
};

/** A screen reader announces each changed line in full. Mark and text differ, so that colour is not the only sign. */
export function Checklist({ id, label, items }: ChecklistProps) {
  return (
    <ul id={id} aria-label={label} aria-live="polite" className="grid gap-1 text-sm">
      {items.map((item) => (
        <li
          key={item.id}
          aria-atomic="true"
          className={classNames('flex items-center gap-2', item.done ? 'text-ink' : 'text-ink-soft')}
        >
          <span
            aria-hidden="true"
            className={classNames(
              'grid size-4 shrink-0 place-items-center rounded-full border transition-colors',
              item.done ? 'border-thread bg-thread text-on-thread' : 'border-line-strong',
            )}
          >
            {item.done ? <Check className="size-3" strokeWidth={3} /> : null}
          </span>
          <span>
            {item.label}
            <span className="sr-only">{item.done ? ': cumprido' : ': falta'}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
