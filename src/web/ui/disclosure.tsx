import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

type DisclosureProps = {
  title: string;
  /** The level of the title in the outline of the page. */
  headingLevel?: 2 | 3;
  /** The browser keeps at most one disclosure of a group open. */
  group?: string;
  children: ReactNode;
};

/** A native `details` element works without scripts, by keyboard, and with the browser's page search. */
export function Disclosure({ title, headingLevel = 2, group, children }: DisclosureProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <details name={group} className="group border-b border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-control py-4 transition-colors hover:text-thread [&::-webkit-details-marker]:hidden">
        <Heading className="min-w-0 font-medium">{title}</Heading>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid max-w-reading gap-3 pb-6 text-ink-soft">{children}</div>
    </details>
  );
}
