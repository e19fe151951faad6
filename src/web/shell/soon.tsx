import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SoundStrip } from '../pictures/sound-strip.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

type SoonProps = {
  /** What the page will hold. */
  children: ReactNode;
  /** The one next step until then. */
  next: { to: string; label: string };
};

/** A page whose address is there before its content: says so, so that nobody takes it for a fault. */
export function Soon({ children, next }: SoonProps) {
  return (
    <div className="mt-8 max-w-reading">
      <EmptyState
        picture={<SoundStrip part="turning" />}
        title="Esta página ainda está sendo preparada."
        action={
          <Link to={next.to} className={buttonClass({ variant: 'secondary' })}>
            {next.label}
          </Link>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
