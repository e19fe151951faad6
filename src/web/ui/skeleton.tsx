import { classNames } from './class-names.ts';

/** A placeholder in the shape of the loading content. The region around it carries aria-busy. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-breathe rounded-control bg-line', className)}
    />
  );
}
