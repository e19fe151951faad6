import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

/** Only the frame scrolls sideways, by keyboard too, never the page. A table that fits is not a tab stop. */
export function Table({ label, className, ...rest }: ComponentProps<'table'> & { label: string }) {
  const frame = useRef<HTMLElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return;
    // Observe the content too, because it may grow while the frame keeps its width.
    const watch = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth));
    for (const each of [current, ...current.children]) watch.observe(each);
    return () => watch.disconnect();
  }, []);
  return (
    <section
      ref={frame}
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
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
