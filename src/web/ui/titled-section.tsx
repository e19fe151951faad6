import { type ReactNode, useId } from 'react';

type TitledSectionProps = { title: string; description?: ReactNode; children: ReactNode };

/** A section of a page with its title on the left and its content on the right. On phones they are stacked. */
export function TitledSection({ title, description, children }: TitledSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-line py-8 md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)] lg:py-10"
    >
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {description === undefined ? null : <p className="mt-1.5 text-sm text-ink-soft">{description}</p>}
      </div>
      <div className="min-w-0 max-w-reading">{children}</div>
    </section>
  );
}
