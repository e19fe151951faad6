import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string };

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        'inline-grid size-10 shrink-0 place-items-center rounded-control text-ink-soft transition-colors hover:bg-sunken hover:text-ink disabled:opacity-55',
        className,
      )}
      {...rest}
    />
  );
}
