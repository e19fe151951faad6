import { ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { defaultPrompt } from '#domain/ready-prompts.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames, textLinkClass } from '#web/ui/class-names.ts';
import { PromptEditor } from './prompt-editor.tsx';
import { ResultSkeleton, RunningSummary, SummaryResult } from './summary-result.tsx';
import { SummaryStart } from './summary-start.tsx';
import { type SummaryErrorText, summaryFailed } from './summary-texts.ts';
import { SummaryTools } from './summary-tools.tsx';
import { usePrompt } from './use-prompt.ts';
import { useSummaries } from './use-summaries.ts';

type SummarySectionProps = {
  jobId: string;
  /** The prompt of the last summary, from the transcription, which loads before the list of summaries. */
  customPrompt: string | null;
  /** The sandbox wrote the text. */
  isOfTestText: boolean;
  /** The revision of the server's transcript: a new one may make the summaries outdated. */
  textRevision: number;
  /** Whether the plan allows document exports; the server decides in the end. */
  canExportDocuments: boolean;
  /** Saves pending edits, because the server summarizes its own copy. */
  beforeGenerate: () => Promise<void>;
  /** A summary of this visit has ended. */
  onEnd?: (how: 'finished' | 'failed') => void;
};

/** In the place of the summary, so that the page keeps its shape until the text is finished. */
export function SummaryLater() {
  return (
    <div className="grid gap-4 print:hidden">
      <h2 className="text-base font-semibold max-[85rem]:sr-only">Resumo</h2>
      <p className="text-sm text-ink-soft">O resumo poderá ser pedido aqui quando a transcrição terminar.</p>
    </div>
  );
}

export function SummarySection(props: SummarySectionProps) {
  const { jobId, customPrompt, isOfTestText, textRevision, canExportDocuments, beforeGenerate, onEnd } =
    props;
  const { query, live, fault, isBusy, generate } = useSummaries(jobId, textRevision);
  const { data, error, isFetching, refetch } = query;
  const summaries = data?.summaries ?? [];
  const newestId = summaries[0]?.id;
  // A choice of version is valid until the next summary, which is then shown.
  const [chosen, setChosen] = useState<{ id: string; newestId: string | undefined }>();
  const chosenId = chosen?.newestId === newestId ? chosen?.id : newestId;
  const shown = summaries.find(({ id }) => id === chosenId) ?? summaries[0];
  const prompt = usePrompt(
    jobId,
    data?.running?.prompt ?? summaries[0]?.prompt ?? customPrompt ?? defaultPrompt,
  );
  // A prompt that the person had begun to write is in view after a reload.
  const [wantsEditor, setWantsEditor] = useState(prompt.isEditing);
  const [editorOf, setEditorOf] = useState(newestId);
  if (editorOf !== newestId) {
    setEditorOf(newestId);
    // The summary is finished, and the prompt has done its work.
    if (editorOf !== undefined || !prompt.isEditing) setWantsEditor(false);
  }
  const isEditorOpen = wantsEditor && !isBusy;
  const top = useRef<HTMLDivElement>(null);

  async function begin(text: string) {
    // The stream begins at the top.
    top.current?.scrollIntoView({ block: 'nearest' });
    await generate(text, beforeGenerate);
  }

  function beginWith(text: string) {
    // Keeps the person's own text, which the menu of the editor then offers.
    prompt.replace(text, 'Prompt trocado.');
    void begin(text);
  }

  const isOff = data?.labels.model === null;
  const isLoading = data === undefined && error === null && customPrompt !== null;
  const hasFailed = data === undefined && error !== null;
  const isFirst = shown === undefined && live === undefined && !isLoading;
  return (
    <div
      ref={top}
      className={classNames(
        'grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-4',
        shown === undefined && live === undefined && 'print:hidden',
      )}
    >
      <h2 className={classNames('max-[85rem]:sr-only', isFirst ? 'text-base font-semibold' : 'sr-only')}>
        Resumo
      </h2>
      {shown === undefined && live === undefined ? null : (
        <SummaryTools
          prompt={isBusy ? (data?.running?.prompt ?? prompt.text) : (shown?.prompt ?? prompt.text)}
          isBusy={isBusy}
          isOff={isOff}
          isEditorOpen={isEditorOpen}
          onGenerate={beginWith}
          onAgain={() => beginWith(shown?.prompt ?? prompt.text)}
          onOpenEditor={() => setWantsEditor(true)}
        />
      )}
      {isOff ? (
        <p className="text-sm text-ink-soft print:hidden">
          Por enquanto, não é possível gerar resumos: falta ligar o serviço que os escreve.
        </p>
      ) : fault === undefined ? null : (
        <Fault fault={fault} />
      )}
      {hasFailed ? (
        <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm print:hidden">
          <p className="text-loss">Não foi possível ver se já há um resumo. {describeError(error).text}</p>
          <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
            Tentar novamente
          </Button>
        </div>
      ) : null}
      {isFirst ? (
        <>
          <SummaryStart isOff={isOff} onGenerate={beginWith} />
          <Button
            variant="quiet"
            aria-expanded={isEditorOpen}
            className="-my-2 -ml-4 justify-self-start print:hidden"
            onClick={() => setWantsEditor(!wantsEditor)}
          >
            <ChevronRight aria-hidden="true" className={classNames('size-4', isEditorOpen && 'rotate-90')} />
            Ver ou editar o prompt
          </Button>
        </>
      ) : null}
      {isEditorOpen ? (
        <PromptEditor
          prompt={prompt}
          hasSummary={summaries.length > 0}
          isOff={isOff}
          onGenerate={(text) => void begin(text)}
          onClose={isFirst ? undefined : () => setWantsEditor(false)}
        />
      ) : null}
      <Outcome
        isBusy={isBusy}
        newestId={newestId}
        hasFailed={fault !== undefined && fault.isPassing !== true}
        onEnd={onEnd}
      />
      {live === undefined ? null : (
        <RunningSummary
          live={live}
          isSandbox={data?.labels.is_sandbox ?? false}
          isOfTestText={isOfTestText}
        />
      )}
      {shown === undefined ? null : (
        <SummaryResult
          summaries={summaries}
          shown={shown}
          isOlder={live !== undefined}
          isOfTestText={isOfTestText}
          onShow={(id) => setChosen({ id, newestId })}
          canExportDocuments={canExportDocuments}
          onUsePrompt={
            shown.prompt === prompt.text && isEditorOpen
              ? undefined
              : (text) => {
                  prompt.replace(text, 'Prompt trocado.');
                  setWantsEditor(true);
                }
          }
        />
      )}
      {isLoading ? <ResultSkeleton /> : null}
    </div>
  );
}

function Fault({ fault }: { fault: SummaryErrorText }) {
  if (fault.isPassing)
    return (
      <p role="status" className="text-sm text-ink-soft">
        {fault.said}
      </p>
    );
  return (
    <div role="alert" className="text-sm print:hidden">
      <p className="text-loss">{summaryFailed}</p>
      {fault.said === undefined || fault.said === summaryFailed ? null : (
        <p className="mt-1 text-ink-soft">{fault.said}</p>
      )}
      {fault.needsPlan ? (
        <Link to={paths.planComparison} className={textLinkClass}>
          Ver planos
        </Link>
      ) : null}
    </div>
  );
}

type OutcomeProps = {
  isBusy: boolean;
  newestId: string | undefined;
  hasFailed: boolean;
  onEnd: SummarySectionProps['onEnd'];
};

/**
 * Screen readers announce the start and the end of a summary, but not each streamed word. Visible in a hidden tab too:
 * there nothing would be announced.
 */
function Outcome({ isBusy, newestId, hasFailed, onEnd }: OutcomeProps) {
  const [said, setSaid] = useState('');
  const before = useRef<string>(undefined);
  const wasBusy = useRef(false);
  const end = useEffectEvent((isFinished: boolean) => {
    setSaid(isFinished ? 'Resumo pronto.' : '');
    if (isFinished) onEnd?.('finished');
    else if (hasFailed) onEnd?.('failed');
  });
  useEffect(() => {
    if (isBusy && !wasBusy.current) {
      before.current = newestId;
      setSaid('Gerando o resumo.');
    } else if (!isBusy && wasBusy.current) end(newestId !== before.current);
    wasBusy.current = isBusy;
  }, [isBusy, newestId]);
  return (
    <p role="status" className="visible sr-only">
      {said}
    </p>
  );
}
