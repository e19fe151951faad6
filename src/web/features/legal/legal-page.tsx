import type { ReactNode } from 'react';
import { useLinkClickHandler } from 'react-router';
import { BackButton } from '#web/app/back-button.tsx';

export type LegalSection = { id: string; title: string; content: ReactNode };

export type LegalDocument = {
  title: string;
  lead: ReactNode;
  updated: string;
  sections: readonly LegalSection[];
};

const linkClass =
  'flex min-h-10 items-center gap-2 rounded-control py-1.5 text-sm text-ink-soft underline-offset-4 transition-colors hover:text-ink hover:underline';

const titleId = (sectionId: string) => `${sectionId}-titulo`;

/**
 * Replaces the history entry, so that "back" leaves the page instead of visiting each section again. It also moves
 * the focus to the section, as the browser does for a native link.
 */
function ContentsLink({ id, children }: { id: string; children: ReactNode }) {
  const go = useLinkClickHandler<HTMLAnchorElement>(`#${id}`, { replace: true });
  return (
    <a
      href={`#${id}`}
      className={linkClass}
      onClick={(event) => {
        go(event);
        if (event.defaultPrevented) document.getElementById(titleId(id))?.focus({ preventScroll: true });
      }}
    >
      {children}
    </a>
  );
}

/** A long text. Every section has an address, and the table of contents stays visible. */
export function LegalPage({ title, lead, updated, sections }: LegalDocument) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-6 pb-16 sm:px-8 lg:pt-10 lg:pb-24">
      <BackButton className="-ml-4 print:hidden" />
      <header className="mt-6 max-w-reading">
        <h1 className="text-xl font-semibold sm:text-2xl">{title}</h1>
        <p className="mt-3 text-sm text-ink-soft">Última atualização: {updated}</p>
        <p className="mt-6 text-lg text-ink-soft">{lead}</p>
      </header>
      <div className="mt-10 grid gap-10 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-16">
        <nav
          aria-label="Nesta página"
          className="border-y border-line py-4 lg:sticky lg:top-24 lg:max-h-[calc(100dvh-8rem)] lg:self-start lg:overflow-y-auto lg:border-0 lg:py-0 print:hidden"
        >
          <p className="mb-1 text-sm font-semibold">Nesta página</p>
          <ol className="sm:columns-2 lg:columns-1">
            {sections.map((section, index) => (
              <li key={section.id} className="break-inside-avoid">
                <ContentsLink id={section.id}>
                  {/* Two digits wide, so that all titles align. */}
                  <span className="min-w-6 shrink-0 tabular-nums">{index + 1}.</span>
                  <span>{section.title}</span>
                </ContentsLink>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-reading gap-12 font-serif text-reading">
          {sections.map((section, index) => (
            <section
              key={section.id}
              id={section.id}
              aria-labelledby={titleId(section.id)}
              className="scroll-mt-24"
            >
              <h2 id={titleId(section.id)} tabIndex={-1} className="mb-4 font-sans text-lg font-semibold">
                {index + 1}. {section.title}
              </h2>
              <div className="grid gap-4">{section.content}</div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
