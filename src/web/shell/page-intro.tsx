import type { ReactNode } from 'react';

/** The head of a page of the public site: its title, and what it is for in a sentence. */
export function PageIntro({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="max-w-reading">
      <h1 className="text-xl font-semibold sm:text-2xl">{title}</h1>
      {children === undefined ? null : <p className="mt-4 text-lg text-ink-soft">{children}</p>}
    </div>
  );
}
