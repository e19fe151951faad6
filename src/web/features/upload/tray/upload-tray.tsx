import { Check, ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { isUploadPage, paths } from '#web/app/paths.ts';
import { isAppleDevice } from '#web/browser/apple-device.ts';
import { focusContent } from '#web/browser/focus-content.ts';
import { isRunning } from '#web/features/library/running-texts.ts';
import { SoundMark } from '#web/pictures/sound-mark.tsx';
import { buttonClass, IconButton } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';
import { toast } from '#web/ui/toast.tsx';
import { isInTray, isUploadRunning, totalUploadShare, type UploadItem } from '../queue/upload-item.ts';
import { checkingText, refusedText, summaryText, undoableText } from '../queue/upload-text.ts';
import { useDrops, useUploads } from '../queue/uploads-provider.tsx';
import { heardShare, transcribingText } from './transcribing-text.ts';
import { UndoButton } from './undo-button.tsx';
import { UploadList } from './upload-row.tsx';
import { useSentFiles } from './use-sent-files.ts';
import { useUndoOffer } from './use-undo-offer.ts';

/** Links to the report on the upload page. Stays until dismissed, because the user may be away. */
const showRefusal = (text: string, navigate: ReturnType<typeof useNavigate>) =>
  toast.error(text, {
    durationMs: Number.POSITIVE_INFINITY,
    action: { label: 'Ver o motivo', onClick: () => void navigate(paths.newFile) },
  });

/**
 * The upload page shows the report of a refused file. On other pages a toast links there. When the user leaves the
 * upload page, it discards the report.
 */
function useRefusals({ queue, items }: ReturnType<typeof useUploads>, isElsewhere: boolean) {
  const navigate = useNavigate();
  const { left } = useDrops();
  const refusal = refusedText([
    ...items.filter(({ stage }) => stage === 'refused').map(toRefusedFile),
    // A file without a reason waits for the form, which the drop opens by itself.
    ...left
      .filter(({ reason }) => reason !== undefined)
      .map(({ file: { name }, reason }) => ({ name, reason })),
  ]);
  useEffect(() => {
    if (!isElsewhere || refusal === undefined) return;
    const id = showRefusal(refusal, navigate);
    return () => void toast.dismiss(id);
  }, [isElsewhere, refusal, navigate]);
  useEffect(() => {
    if (!isElsewhere) return () => void queue.forgetRefused();
  }, [isElsewhere, queue]);
}

const toRefusedFile = ({ name, fault }: UploadItem) => ({ name, reason: fault?.text });

/** Failures that the queue keeps but the tray hides: recordings, and files beyond the hours of the plan. */
const isHiddenFailure = (item: UploadItem) => item.stage === 'failed' && !isInTray(item);

/** Several uploads may end within a moment, and one toast for each would cover the page. */
function useSentToast() {
  const navigate = useNavigate();
  const shown = useRef<{ id: number; count: number }>(undefined);
  return ({ name, jobId }: UploadItem) => {
    const { id, count = 0 } = shown.current ?? {};
    if (id !== undefined) toast.dismiss(id);
    const isOnly = count === 0;
    const text = isOnly
      ? `“${name}” foi enviado. A transcrição começou.`
      : `${count + 1} arquivos foram enviados. As transcrições começaram.`;
    const to = isOnly && jobId !== undefined ? paths.transcription(jobId) : paths.transcriptions;
    shown.current = {
      count: count + 1,
      id: toast.success(text, {
        action: { label: 'Ver', onClick: () => void navigate(to) },
        onClose: () => {
          shown.current = undefined;
        },
      }),
    };
  };
}

/** Shows a toast for the uploads that end while the user is not on the upload page. */
function useEndToasts(items: readonly UploadItem[], isElsewhere: boolean) {
  const navigate = useNavigate();
  const tellSent = useSentToast();
  const wereRunning = useRef(new Set<string>());
  const tell = useEffectEvent((item: UploadItem) => {
    if (!isElsewhere) return;
    if (isHiddenFailure(item)) showRefusal(refusedText([toRefusedFile(item)]) ?? '', navigate);
    if (item.stage === 'done') tellSent(item);
  });
  useEffect(() => {
    for (const item of items) if (wereRunning.current.has(item.id)) tell(item);
    wereRunning.current = new Set(items.filter(isUploadRunning).map(({ id }) => id));
  }, [items]);
}

/** Leads to the texts, or closes the tray. */
function EndedActions({ sent }: { sent: ReturnType<typeof useSentFiles> }) {
  const { queue } = useUploads();
  const [first] = sent;
  const isOnly = sent.length === 1 && first !== undefined;
  return (
    <span className="mr-2 flex shrink-0 items-center gap-1">
      <Link
        to={isOnly ? paths.transcription(first.jobId) : paths.transcriptions}
        className={buttonClass({ variant: 'quiet' })}
      >
        {isOnly ? 'Abrir' : 'Ver'}
      </Link>
      <IconButton
        label="Fechar"
        onClick={() => {
          for (const { item } of sent) void queue.cancel(item.id);
          // The pressed button leaves the page.
          focusContent();
        }}
      >
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </span>
  );
}

/** Shows uploads, and their transcriptions until a page shows them, on every screen except the upload page. */
export function UploadTray() {
  const uploads = useUploads();
  const { queue, items } = uploads;
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  const listId = useId();
  const isElsewhere = !isUploadPage(pathname);
  const { checking, offer, undo } = useUndoOffer(items, isElsewhere);
  const sent = useSentFiles(pathname);
  const jobs = sent.map(({ job }) => job);
  const uploading = summaryText(items) ?? (checking > 0 ? checkingText(checking) : undefined);
  const summary = isElsewhere ? (uploading ?? transcribingText(jobs)) : undefined;
  const unsent = items.filter((item) => isInTray(item) && item.stage !== 'done');
  const ended = jobs.filter((job) => !isRunning(job));
  const hasEnded = uploading === undefined && ended.length > 0 && ended.length === jobs.length;
  useRefusals(uploads, isElsewhere);
  useEndToasts(items, isElsewhere);

  const Arrow = isOpen ? ChevronDown : ChevronUp;
  return (
    <>
      <p role="status" className="sr-only">
        {isElsewhere && offer !== undefined && offer.names.length > 0
          ? undoableText(offer.names, isAppleDevice())
          : null}
      </p>
      <p role="status" className="sr-only">
        {isElsewhere ? transcribingText(ended) : null}
      </p>
      {summary === undefined ? null : (
        <section
          aria-label="Envios em andamento"
          // An open list is closed soon, so the text does not move out of its way.
          data-covers-text={isOpen ? undefined : 'bottom'}
          className="upload-tray fixed inset-x-0 bottom-(--bottom-bar-room) z-30 border-t border-line bg-raised shadow-float sm:inset-x-auto sm:right-6 sm:mb-4 sm:w-96 sm:rounded-card sm:border print:hidden"
        >
          <div className="flex items-center">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setIsOpen(!isOpen)}
              className="flex min-h-14 min-w-0 grow items-center gap-3 px-4 py-2 text-left text-sm font-medium tabular-nums"
            >
              {hasEnded ? (
                <Check aria-hidden="true" className="size-4 shrink-0 text-thread" />
              ) : (
                <SoundMark />
              )}
              <span className="min-w-0 grow">{summary}</span>
              <Arrow aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
            </button>
            {offer === undefined ? null : <UndoButton onUndo={undo} />}
            {hasEnded ? <EndedActions sent={sent} /> : null}
          </div>
          <span
            aria-hidden="true"
            className="block h-0.5 origin-left bg-thread-bright transition-transform duration-200"
            style={{
              transform: `scaleX(${uploading === undefined ? heardShare(jobs) : totalUploadShare(unsent)})`,
            }}
          />
          <div id={listId} hidden={!isOpen} className="max-h-[60dvh] overflow-y-auto px-4 pb-4">
            {isOpen ? (
              <UploadList
                items={[...sent.map(({ item }) => item), ...unsent]}
                queue={queue}
                label="Arquivos"
              />
            ) : null}
            <Link to={paths.newFile} className={`${textLinkClass} inline-flex min-h-10 items-center text-sm`}>
              Abrir Nova transcrição
            </Link>
          </div>
        </section>
      )}
    </>
  );
}
