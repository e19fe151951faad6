import { classNames } from '#web/ui/class-names.ts';
import { barsPath } from './speech-bars.ts';

const width = 288;
const pitch = 6;

/** Shows silence: every bar is a dot. */
export function Silence({ className }: { className?: string }) {
  const bars = Array.from({ length: width / pitch }, () => 0);
  return (
    <svg viewBox={`0 0 ${width} 12`} aria-hidden="true" className={classNames('h-auto w-full', className)}>
      <path d={barsPath({ bars, height: 12, pitch })} className="picture-bars" />
    </svg>
  );
}
