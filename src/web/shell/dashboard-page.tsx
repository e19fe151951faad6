import type { ReactNode } from 'react';

/** Title and ground of a dashboard screen. */
export function DashboardPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page px-gutter py-8 sm:px-8 lg:py-10">
      <h1 className="text-xl font-semibold">{title}</h1>
      {children}
    </div>
  );
}
