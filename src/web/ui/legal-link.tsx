import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { textLinkClass } from './class-names.ts';

/** In a tab of its own: whoever reads the terms keeps what is already typed in the form beside them. */
export function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className={textLinkClass}>
      {children}
      <span className="sr-only"> (abre em outra aba)</span>
    </Link>
  );
}
