import type { ReactNode } from 'react';

type DashboardPageProps = {
  title: string;
  /** A line below the title. */
  lead?: ReactNode;
  /** What stands beside the title: the one thing most people come for. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Title and ground of a dashboard screen. */
export function DashboardPage({ title, lead, actions, children }: DashboardPageProps) {
  return (
    <div className="mx-auto max-w-page px-gutter py-8 sm:px-8 lg:py-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
          {lead === undefined ? null : <div className="mt-2">{lead}</div>}
        </div>
        {actions === undefined ? null : <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
