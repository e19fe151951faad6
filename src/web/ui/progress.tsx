import { Progress as Radix } from 'radix-ui';
import { classNames } from './class-names.ts';

type ProgressProps = {
  /** 0 to 1; undefined if the progress is unknown. */
  share: number | undefined;
  label: string;
  /** Replaces the percentage, visually and for screen readers: "3 h de 5 h". */
  valueText?: string;
  /** A line along the edge of a bar. */
  isEdge?: boolean;
};

export function Progress({ share, label, valueText, isEdge = false }: ProgressProps) {
  const percent = share === undefined ? null : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <Radix.Root
      value={percent}
      aria-label={label}
      getValueLabel={(value) => valueText ?? `${value}%`}
      className={classNames('w-full overflow-hidden bg-thread-soft', isEdge ? 'h-1' : 'h-2 rounded-full')}
    >
      <Radix.Indicator
        className={
          percent === null
            ? 'h-full w-1/3 animate-breathe rounded-full bg-thread-bright'
            : 'h-full rounded-full bg-thread-bright transition-[width] duration-200'
        }
        {...(percent === null ? {} : { style: { width: `${percent}%` } })}
      />
    </Radix.Root>
  );
}
