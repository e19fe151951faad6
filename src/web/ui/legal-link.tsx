import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { textLinkClass } from './class-names.ts';

/** Opens a new tab, so that the form beside it keeps its input. */
export function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className={textLinkClass}>
      {children}
      <span className="sr-only"> (abre em outra aba)</span>
    </Link>
  );
}
