import { useQuery } from '@tanstack/react-query';
import { ChevronRight, FlaskConical, TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useDeferredValue, useId, useState } from 'react';
import type { Summary } from '#contract/summary.ts';
import { withoutOwnLinks } from '#domain/evidence/unproved-mark.ts';
import { testSummaryNote, testTextLabel } from '#domain/transcript/test-text.ts';
import { formatShortDateTime } from '#web/format/time.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DownloadFault, type DownloadFaultKind, FormatMenu, useDownload } from '../format-menu.tsx';
import { exportSummary, savedPromptsQuery } from './api.ts';
import {
  coverText,
  madeText,
  missingText,
  promptName,
  stripPartialLink,
  summaryProgressText,
} from './summary-texts.ts';
import type { LiveSummary } from './use-summaries.ts';

/** Lazy, because the markdown renderer is larger than the rest of the page. */
const LazyMarkdown = lazy(async () => ({
  default: (await import('./summary-markdown.tsx')).SummaryMarkdown,
}));

export function ResultSkeleton() {
  const widths = ['w-11/12', 'w-full', 'w-4/5', 'w-2/3'];
  return (
    <div aria-hidden="true" className="grid gap-4">
      {widths.map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}

type SummaryMarkProps = { isSandbox: boolean; isOfTestText: boolean };

/** The text of the transcription and the summary of it may both come from the sandbox. */
function SummaryMark({ isSandbox, isOfTestText }: SummaryMarkProps) {
  if (!isSandbox && !isOfTestText) return null;
  return (
    <p className="flex items-start gap-2 rounded-control border border-notice-line bg-notice-soft px-3 py-2 text-sm text-notice">
      <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        {isOfTestText ? `${testTextLabel}: o resumo vem de um texto que não é o que foi dito. ` : null}
        {isSandbox
          ? 'Resumo de teste: estas são frases tiradas da transcrição, e não um resumo escrito por IA.'
          : null}
      </span>
    </p>
  );
}

type SummaryResultProps = {
  summaries: readonly Summary[];
  shown: Summary;
  /** A newer summary is being generated. */
  isOlder: boolean;
  isOfTestText: boolean;
  onShow: (id: string) => void;
  canExportDocuments: boolean;
  onUsePrompt: ((prompt: string) => void) | undefined;
};

export function SummaryResult(props: SummaryResultProps) {
  const { summaries, shown, isOlder, isOfTestText, onShow, canExportDocuments, onUsePrompt } = props;
  const missing = missingText(shown.covers);
  return (
    <>
      <ResultHead {...{ shown, isOlder, isOfTestText, canExportDocuments }} />
      {summaries.length < 2 ? null : <VersionSelect {...{ summaries, shown, onShow }} />}
      <SummaryMark isSandbox={shown.is_sandbox} isOfTestText={isOfTestText} />
      {shown.text_changed ? (
        <Notice>O texto mudou depois deste resumo. Gere novamente para incluir as mudanças.</Notice>
      ) : null}
      {missing === undefined ? null : <Notice>{missing}</Notice>}
      <article aria-label="Resumo" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div>
          <Suspense fallback={<ResultSkeleton />}>
            <LazyMarkdown text={shown.text} />
          </Suspense>
        </div>
        <footer className="border-t border-line pt-3 text-xs text-ink-faint tabular-nums wrap-anywhere">
          <span>{coverText(shown.covers)}</span> · {madeText(shown)}
        </footer>
      </article>
      <details className="group text-sm print:hidden">
        <summary className="inline-flex min-h-10 items-center gap-2 rounded-control text-ink-soft hover:text-ink">
          <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
          Ver o prompt deste resumo
        </summary>
        <div className="mt-1 grid max-w-reading justify-items-start gap-2 border-l-2 border-line pl-4">
          <p className="break-words whitespace-pre-wrap text-ink-soft">{shown.prompt}</p>
          {onUsePrompt === undefined ? null : (
            <button
              type="button"
              className="min-h-10 rounded-control font-medium text-thread"
              onClick={() => onUsePrompt(shown.prompt)}
            >
              Usar este prompt de novo
            </button>
          )}
        </div>
      </details>
    </>
  );
}

const resultTitleClass = 'mr-auto text-sm text-ink-soft';

const formats = [
  { id: 'md', name: 'Markdown' },
  { id: 'docx', name: 'Word (DOCX)' },
  { id: 'pdf', name: 'PDF' },
] as const;
type Format = (typeof formats)[number]['id'];

function ResultHead({
  shown,
  isOlder,
  isOfTestText,
  canExportDocuments,
}: Pick<SummaryResultProps, 'shown' | 'isOlder' | 'isOfTestText' | 'canExportDocuments'>) {
  const [fault, setFault] = useState<DownloadFaultKind>();
  const { busy, take } = useDownload({
    onFault: setFault,
    fetchExport: (format: Format) => exportSummary(shown.id, format),
    plainName: 'resumo',
  });
  return (
    <div className="grid gap-2">
      <div className="-my-2 -mr-4 flex min-h-10 items-center">
        <h3 className={resultTitleClass}>{isOlder ? 'Resumo anterior:' : 'Resumo gerado:'}</h3>
        <CopyButton
          isNarrow
          variant="quiet"
          text={() => `${isOfTestText ? `${testSummaryNote}\n\n` : ''}${withoutOwnLinks(shown.text)}`}
          label="Copiar resumo"
          doneLabel="Resumo copiado!"
        />
        <FormatMenu
          label="Baixar resumo"
          formats={formats}
          isAllowed={canExportDocuments}
          busy={busy}
          onTake={(format) => void take(format)}
        />
      </div>
      <DownloadFault fault={fault} />
    </div>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-sm text-notice">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

function VersionSelect({
  summaries,
  shown,
  onShow,
}: Pick<SummaryResultProps, 'summaries' | 'shown' | 'onShow'>) {
  const id = useId();
  const { data: own = [] } = useQuery(savedPromptsQuery);
  return (
    <div className="flex w-full items-center gap-3 print:hidden">
      <label htmlFor={id} className="text-sm text-ink-soft">
        Versão
      </label>
      <div className="min-w-0 grow tabular-nums">
        <Select
          id={id}
          className="text-ellipsis"
          value={shown.id}
          onChange={(event) => onShow(event.target.value)}
        >
          {summaries.map(({ id: value, prompt, created_at }, at) => (
            <option key={value} value={value}>
              {[
                `${summaries.length - at}${at === 0 ? ' (atual)' : ''}`,
                promptName(prompt, own),
                formatShortDateTime(created_at),
              ].join(' · ')}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}

type RunningSummaryProps = SummaryMarkProps & { live: LiveSummary };

/** Shows the text while the model writes it. Only the reading stage has a known total for the progress bar. */
export function RunningSummary({ live, isSandbox, isOfTestText }: RunningSummaryProps) {
  const text = useDeferredValue(live.text);
  const progressText = summaryProgressText(live.progress);
  const { stage, done_parts = 0, total_parts = 0, part_percent = 0 } = live.progress ?? {};
  const isCounted = stage === 'reading' && (total_parts > 1 || part_percent > 0);
  return (
    <>
      <h3 className={resultTitleClass}>Resumo gerado:</h3>
      <SummaryMark isSandbox={isSandbox} isOfTestText={isOfTestText} />
      <div aria-busy="true" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid gap-2">
          <p className="text-sm text-ink-soft tabular-nums">{progressText}</p>
          <Progress
            label="Geração do resumo"
            valueText={progressText}
            share={isCounted ? (done_parts + part_percent / 100) / total_parts : undefined}
          />
        </div>
        <div>
          {text === '' ? (
            <ResultSkeleton />
          ) : (
            <Suspense fallback={<ResultSkeleton />}>
              <LazyMarkdown text={stripPartialLink(text)} />
            </Suspense>
          )}
        </div>
      </div>
      <p className="text-sm text-ink-soft">Você pode sair desta página: o resumo continua sendo feito.</p>
    </>
  );
}
