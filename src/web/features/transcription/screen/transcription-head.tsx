import type { ReactNode } from 'react';
import type { Transcription } from '#contract/transcription.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { factsOf } from './state-text.ts';
import { TitleEditor } from './title-editor.tsx';

/** Title and facts, or their shape until they are known. */
export function TranscriptionHead({
  shown,
  actions,
}: {
  shown: Transcription | undefined;
  actions?: ReactNode;
}) {
  if (shown === undefined)
    return (
      <div aria-busy="true" className="grid gap-3">
        <h1 className="sr-only">Transcrição</h1>
        <Skeleton className="h-9 w-3/5" />
        <Skeleton className="h-5 w-52" />
      </div>
    );
  return (
    <div className="grid gap-1.5">
      <TitleEditor key={shown.job_id} shown={shown} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <ul className="flex min-w-0 flex-wrap gap-x-2 text-sm text-ink-soft">
          {factsOf(shown).map((fact, at) => (
            <li key={fact} className="min-w-0 wrap-anywhere">
              {at === 0 ? null : (
                <span aria-hidden="true" className="mr-2 text-ink-faint">
                  ·
                </span>
              )}
              {fact}
            </li>
          ))}
        </ul>
        {actions}
      </div>
    </div>
  );
}
