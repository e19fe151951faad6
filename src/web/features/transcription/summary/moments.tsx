import { Play } from 'lucide-react';
import { createContext, type KeyboardEvent, type ReactNode, useContext } from 'react';

/** Moments of a summary act on the text through these. */
type MomentActions = Readonly<{
  hasSound: boolean;
  /** Shows the passage, and plays it if there is a sound. */
  open: (ms: number, pressed: { moment: HTMLElement; goesToText: boolean }) => void;
  /** Tints the passages of one sentence; none when the pointer or the focus leaves it. */
  point: (moments: readonly number[]) => void;
}>;

export const Moments = createContext<MomentActions>({ hasSound: false, open() {}, point() {} });

export function Moment({ ms, children }: { ms: number; children: ReactNode }) {
  const { hasSound, open } = useContext(Moments);
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    open(ms, { moment: event.currentTarget, goesToText: true });
  }
  return (
    <button
      type="button"
      title={hasSound ? 'Ouvir este momento (Shift+Enter: ir ao texto)' : 'Ver este trecho'}
      aria-label={hasSound ? `Ouvir a partir de ${String(children)}` : `Ver o trecho de ${String(children)}`}
      data-moment={ms}
      onClick={({ currentTarget }) => open(ms, { moment: currentTarget, goesToText: false })}
      onKeyDown={onKeyDown}
      className="summary-moment"
    >
      {hasSound ? <Play aria-hidden="true" className="size-3 fill-current" /> : null}
      {children}
    </button>
  );
}

/** The moment under the pointer or the focus; elsewhere in a sentence, all its moments. */
export function momentsAt(target: EventTarget): number[] {
  if (!(target instanceof Element)) return [];
  const one = target.closest('[data-moment]');
  const cited = one === null ? target.closest('.summary-sentence')?.querySelectorAll('[data-moment]') : [one];
  return [...(cited ?? [])].map((moment) => Number(moment.getAttribute('data-moment')));
}
