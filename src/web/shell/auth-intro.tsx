import type { ReactNode } from 'react';

/** The head of a page of the way in: what it does, and the way to the one beside it. */
export function AuthIntro({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-8">
      <h1 className="text-xl font-semibold">{title}</h1>
      {children === undefined ? null : <p className="mt-2 text-ink-soft">{children}</p>}
    </div>
  );
}
