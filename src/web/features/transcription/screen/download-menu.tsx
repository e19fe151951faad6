import { Download, Lock } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem, MenuNote, MenuSeparator, MenuToggle } from '#web/ui/menu.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toast } from '#web/ui/toast.tsx';
import { downloadFaultTexts, useDownload } from '../format-menu.tsx';
import { exportTranscription } from './api.ts';

const documents = [
  { id: 'docx', name: 'Word (DOCX)' },
  { id: 'pdf', name: 'PDF' },
  { id: 'txt', name: 'Texto (TXT)' },
] as const;
const subtitles = [
  { id: 'srt', name: 'Baixar SRT' },
  { id: 'vtt', name: 'Baixar VTT' },
] as const;
const data = [{ id: 'json', name: 'Dados (JSON)' }] as const;

type Format = (typeof documents | typeof subtitles | typeof data)[number];

/** The name of the feature in the plans (spec section 3). */
const documentFeature = 'Downloads em PDF/TXT';

/** While the plan is unknown, allow it and let the server decide. */
export const canExportText = (features: readonly string[] | undefined) =>
  features?.includes(documentFeature) ?? true;

type DownloadMenuProps = {
  jobId: string;
  /** Undefined while the plan is unknown. */
  planFeatures: readonly string[] | undefined;
  /** Documents can say who has reviewed how much. Undefined while nothing is reviewed. */
  reviewLine: Readonly<{ isOn: boolean; toggle: () => void }> | undefined;
  /** Saves pending edits, because the server exports its own copy. */
  beforeExport: () => Promise<void>;
};

export function DownloadMenu({ jobId, planFeatures, reviewLine, beforeExport }: DownloadMenuProps) {
  const navigate = useNavigate();
  const openPlans = () => void navigate(paths.planComparison);
  const { busy, take } = useDownload({
    async fetchExport(format: Format['id']) {
      await beforeExport();
      return exportTranscription(jobId, { format, namesReviewer: reviewLine?.isOn ?? false });
    },
    plainName: 'transcricao',
    onFault(fault) {
      if (fault === 'failed') toast.error(downloadFaultTexts.failed);
      if (fault === 'plan_required')
        toast.error(downloadFaultTexts.plan_required, {
          action: { label: 'Ver planos', onClick: openPlans },
        });
    },
  });
  const entry = ({ id, name }: Format) => (
    <MenuItem key={id} onSelect={() => void take(id)}>
      {busy === id ? 'Baixando ...' : name}
    </MenuItem>
  );
  return (
    <Menu
      label="Baixar"
      trigger={
        <Button
          variant="quiet"
          aria-busy={busy !== undefined || undefined}
          className="max-md:size-10 max-md:px-0"
        >
          {busy === undefined ? (
            <Download aria-hidden="true" className="size-4" />
          ) : (
            <Spinner className="size-4" />
          )}
          <span className="max-md:sr-only">{busy === undefined ? 'Baixar' : 'Baixando ...'}</span>
        </Button>
      }
    >
      {canExportText(planFeatures) ? (
        <>
          {[...documents, ...subtitles, ...data].map(entry)}
          {reviewLine === undefined ? null : (
            <>
              <MenuSeparator />
              <MenuToggle
                label="Dizer quem revisou e quanto"
                checked={reviewLine.isOn}
                onChange={reviewLine.toggle}
                keepsMenuOpen
              />
            </>
          )}
        </>
      ) : (
        <>
          {subtitles.map(entry)}
          <MenuNote>Nos planos pagos</MenuNote>
          {[...documents, ...data].map(({ id, name }) => (
            <MenuItem key={id} onSelect={openPlans}>
              <span className="grow">{name}</span>
              <Lock aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
            </MenuItem>
          ))}
        </>
      )}
    </Menu>
  );
}
