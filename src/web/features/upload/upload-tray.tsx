import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { SoundMark } from '../../pictures/sound-mark.tsx';
import { textLinkClass } from '../../ui/class-names.ts';
import { toast } from '../../ui/toast.tsx';
import { isInTray, isUploadRunning, totalUploadShare, type UploadItem } from './upload-item.ts';
import { UploadList } from './upload-row.tsx';
import { summaryText } from './upload-text.ts';
import { useUploads } from './uploads-provider.tsx';

const refusalText = ({ name }: UploadItem) => `“${name}” não foi aceito.`;

/** Links to the report on the upload page. Stays until dismissed, because the user may be away. */
const showRefusal = (text: string, navigate: ReturnType<typeof useNavigate>) =>
  toast.error(text, {
    durationMs: Number.POSITIVE_INFINITY,
    action: { label: 'Ver o motivo', onClick: () => void navigate(paths.newFile) },
  });

/**
 * The upload page shows the report of a refused upload. On other pages a toast links there. When the user leaves the
 * upload page, it discards the report.
 */
function useRefusals({ queue, items }: ReturnType<typeof useUploads>, isElsewhere: boolean) {
  const navigate = useNavigate();
  const refused = items.filter(({ stage }) => stage === 'refused');
  const [only] = refused;
  const told =
    only === undefined
      ? undefined
      : refused.length === 1
        ? refusalText(only)
        : `${refused.length} arquivos não foram aceitos.`;
  useEffect(() => {
    if (!isElsewhere || told === undefined) return;
    const id = showRefusal(told, navigate);
    return () => void toast.dismiss(id);
  }, [isElsewhere, told, navigate]);
  useEffect(() => {
    if (!isElsewhere) return () => void queue.forgetRefused();
  }, [isElsewhere, queue]);
}

/** Failures that the queue keeps but the tray hides: recordings, and files beyond the hours of the plan. */
const isHiddenFailure = (item: UploadItem) => item.stage === 'failed' && !isInTray(item);

/** Shows a toast once for each upload that ends while the user is not on the upload page. */
function useEndToasts(items: readonly UploadItem[], isElsewhere: boolean) {
  const navigate = useNavigate();
  const wereRunning = useRef(new Set<string>());
  const tell = useEffectEvent((item: UploadItem) => {
    if (!isElsewhere) return;
    if (isHiddenFailure(item)) showRefusal(refusalText(item), navigate);
    if (item.stage !== 'done') return;
    const to = item.jobId === undefined ? paths.transcriptions : paths.transcription(item.jobId);
    toast.success(`“${item.name}” foi enviado. A transcrição começou.`, {
      action: { label: 'Ver', onClick: () => void navigate(to) },
    });
  });
  useEffect(() => {
    for (const item of items) if (wereRunning.current.has(item.id)) tell(item);
    wereRunning.current = new Set(items.filter(isUploadRunning).map(({ id }) => id));
  }, [items]);
}

/** Shows uploads on every screen except the upload page. */
export function UploadTray() {
  const uploads = useUploads();
  const { queue, items } = uploads;
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  const listId = useId();
  const isElsewhere = pathname.replace(/\/$/, '') !== paths.newFile;
  const summary = isElsewhere ? summaryText(items) : undefined;
  useRefusals(uploads, isElsewhere);
  useEndToasts(items, isElsewhere);
  if (summary === undefined) return null;

  const Arrow = isOpen ? ChevronDown : ChevronUp;
  return (
    <section
      aria-label="Envios em andamento"
      // An open list is closed soon, so the text does not move out of its way.
      data-covers-text={isOpen ? undefined : 'bottom'}
      className="upload-tray fixed inset-x-0 bottom-(--bottom-bar-room) z-30 border-t border-line bg-raised shadow-float sm:inset-x-auto sm:right-6 sm:mb-4 sm:w-96 sm:rounded-card sm:border print:hidden"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left text-sm font-medium tabular-nums"
      >
        <SoundMark />
        <span className="min-w-0 grow">{summary}</span>
        <Arrow aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
      </button>
      <span
        aria-hidden="true"
        className="block h-0.5 origin-left bg-thread-bright transition-transform duration-200"
        style={{
          transform: `scaleX(${totalUploadShare(items.filter((item) => isInTray(item) && item.stage !== 'done'))})`,
        }}
      />
      <div id={listId} hidden={!isOpen} className="max-h-[60dvh] overflow-y-auto px-4 pb-4">
        {isOpen ? <UploadList items={items.filter(isInTray)} queue={queue} label="Arquivos" /> : null}
        <Link to={paths.newFile} className={`${textLinkClass} inline-flex min-h-10 items-center text-sm`}>
          Abrir Nova transcrição
        </Link>
      </div>
    </section>
  );
}
