import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

type DisclosureProps = {
  title: string;
  /** The level in the page, for a correct outline. */
  headingLevel?: 2 | 3;
  /** Of several disclosures with one group name only one is open. */
  group?: string;
  children: ReactNode;
};

/** A native `details` element: it works without scripts, by keyboard, and with the browser's page search. */
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
