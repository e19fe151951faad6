import { Fragment, type ReactNode, type RefObject, useId } from 'react';
import type { ExampleOpening } from '#contract/dashboard.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { ExampleButton } from '#web/features/library/example-button.tsx';

type ExampleFrameProps = {
  example: ExampleOpening;
  /** A line above the text: what a press does. */
  hint: ReactNode;
  renderSegment: (segment: StoredSegment) => ReactNode;
  /** Only a text that plays. */
  textRef?: RefObject<HTMLDivElement | null>;
  player: ReactNode;
};

/** One shape with and without the player, so that its arrival moves nothing. */
export function ExampleFrame({ example, hint, renderSegment, textRef, player }: ExampleFrameProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-raised p-4 sm:p-5">
      <h2 id={id} className="font-semibold">
        {example.title}
      </h2>
      <p className="min-h-6 text-sm text-ink-soft">{hint}</p>
      <div ref={textRef} data-plays={textRef && ''} className="mt-4 grid gap-3">
        {example.turns.map(({ speaker, segments }) => (
          <div key={segments[0]?.id} className="transcript-row relative">
            <p className="text-sm font-semibold">{speaker}</p>
            <p lang="pt-BR" className="max-w-[68ch] font-serif text-reading text-pretty break-words">
              {segments.map((segment, at) => (
                <Fragment key={segment.id}>
                  {at === 0 ? null : ' '}
                  <span data-segment={segment.id}>{renderSegment(segment)}</span>
                </Fragment>
              ))}
            </p>
          </div>
        ))}
      </div>
      <div className="mt-4 flex h-17 flex-wrap content-center items-center gap-x-1 border-t border-line sm:h-16 sm:flex-nowrap">
        {player}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ExampleButton />
        <p className="text-sm text-ink-soft">Já vem transcrito e não gasta minutos do seu plano.</p>
      </div>
    </section>
  );
}
