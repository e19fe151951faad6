import { Suspense, useDeferredValue } from 'react';
import { Progress } from '../../../ui/progress.tsx';
import type { LiveSummary } from './live-summary.ts';
import { withoutCutLink } from './moment-link.ts';
import { LazyMarkdown, ResultSkeleton, resultCardClass, SandboxSummaryMark } from './summary-result.tsx';
import { progressText } from './summary-texts.ts';

type RunningSummaryProps = {
  live: LiveSummary;
  isSandbox: boolean;
  onSeek: ((ms: number) => void) | null;
};

/** Reading goes on while it is written; only the share that was read has an end that is known. */
export function RunningSummary({ live, isSandbox, onSeek }: RunningSummaryProps) {
  const text = useDeferredValue(live.text);
  const said = progressText(live.progress);
  const { stage, done_parts = 0, total_parts = 0 } = live.progress ?? {};
  const isCounted = stage === 'reading' && total_parts > 1;
  return (
    <>
      <h3 className="mt-4 font-semibold">Resumo gerado:</h3>
      {isSandbox ? <SandboxSummaryMark /> : null}
      <div aria-busy="true" className={resultCardClass}>
        <div className="grid content-start gap-2 border-b border-line px-4 py-3 sm:px-6 xl:order-last xl:border-b-0 xl:border-l xl:py-6">
          <p className="text-sm text-ink-soft tabular-nums">{said}</p>
          <Progress
            label="Geração do resumo"
            valueText={said}
            share={isCounted ? done_parts / total_parts : undefined}
          />
        </div>
        <div className="px-4 py-5 sm:px-6 sm:py-6">
          {text === '' ? (
            <ResultSkeleton />
          ) : (
            <Suspense fallback={<ResultSkeleton />}>
              <LazyMarkdown text={withoutCutLink(text)} onSeek={onSeek} />
            </Suspense>
          )}
        </div>
      </div>
      <p className="text-sm text-ink-soft">Você pode sair desta página: o resumo continua sendo feito.</p>
    </>
  );
}
