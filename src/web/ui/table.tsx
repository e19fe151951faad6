import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** The frame scrolls sideways on its own, by keyboard too, so that the page never does. */
export function Table({ label, className, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-raised"
    >
      <table
        className={classNames('w-full border-collapse text-left text-sm tabular-nums', className)}
        {...rest}
      />
    </section>
  );
}

export function TableHead({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={classNames(
        'h-11 border-b border-line bg-sunken px-4 font-medium whitespace-nowrap text-ink-soft',
        className,
      )}
      {...rest}
    />
  );
}

export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      className={classNames(
        'border-b border-line transition-colors last:border-b-0 hover:bg-sunken/60',
        className,
      )}
      {...rest}
    />
  );
}

export function TableCell({ className, ...rest }: ComponentProps<'td'>) {
  return <td className={classNames('h-11 px-4 py-1', className)} {...rest} />;
}
