import { Progress as Radix } from 'radix-ui';

type ProgressProps = {
  /** 0 to 1; undefined if the progress is unknown. */
  share: number | undefined;
  label: string;
  /** Replaces the percentage, visually and for screen readers: "3 h de 5 h". */
  valueText?: string;
};

export function Progress({ share, label, valueText }: ProgressProps) {
  const percent = share === undefined ? null : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <Radix.Root
      value={percent}
      aria-label={label}
      getValueLabel={(value) => valueText ?? `${value}%`}
      className="h-2 w-full overflow-hidden rounded-full bg-thread-soft"
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
