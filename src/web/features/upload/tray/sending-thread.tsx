import { useMemo } from 'react';
import { barsPath, speechBars } from '#web/pictures/speech-bars.ts';
import { classNames } from '#web/ui/class-names.ts';

const bars = 96;
const pitch = 6;
const height = 28;

/** Derives a stable outline from the file name. */
function seedOf(name: string) {
  let seed = 7;
  for (const letter of name) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
  return seed;
}

type SendingThreadProps = {
  /** 0 to 1. */
  share: number;
  name: string;
  label: string;
  /** The upload is not moving, so the bars are paler. */
  isStill: boolean;
};

/** A progress bar that looks like a waveform. */
export function SendingThread({ share, name, label, isStill }: SendingThreadProps) {
  const path = useMemo(
    () => barsPath({ bars: speechBars({ seed: seedOf(name), count: bars }), height, pitch }),
    [name],
  );
  const percent = Math.round(share * 100);
  const drawing = (
    <svg
      viewBox={`0 0 ${bars * pitch} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="picture-bars h-6 w-full"
    >
      <path d={path} vectorEffect="non-scaling-stroke" className="stroke-2" />
    </svg>
  );
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="relative"
    >
      <div className="opacity-25">{drawing}</div>
      <div
        className={classNames(
          'absolute inset-0 transition-[clip-path] duration-200',
          isStill && 'opacity-55',
        )}
        style={{ clipPath: `inset(0 ${100 - share * 100}% 0 0)` }}
      >
        {drawing}
      </div>
    </div>
  );
}
