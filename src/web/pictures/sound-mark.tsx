import { classNames } from '#web/ui/class-names.ts';

/** A small waveform as an icon. */
export function SoundMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={classNames('picture-bars size-4 shrink-0', className)}
    >
      <path d="M2 7v2M6 3.5v9M10 5.5v5M14 7v2" className="stroke-2" />
    </svg>
  );
}
