import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DownloadFault, FormatMenu, useDownload } from '../format-menu.tsx';
import { exportTranscription } from './api.ts';

const subtitleFormats = [
  { id: 'srt', name: 'Baixar SRT' },
  { id: 'vtt', name: 'Baixar VTT' },
] as const;

const textFormats = [
  { id: 'txt', name: 'Texto (TXT)' },
  { id: 'pdf', name: 'PDF' },
  { id: 'docx', name: 'Word (DOCX)' },
  { id: 'json', name: 'Dados (JSON)' },
] as const;

type ExportFormat = (typeof subtitleFormats | typeof textFormats)[number]['id'];

/** The name of the feature in the plans (spec section 3). */
const textFeature = 'Downloads em PDF/TXT';

/** While the plan is unknown, allow it and let the server decide. */
export const canExportText = (features: readonly string[] | undefined) =>
  features?.includes(textFeature) ?? true;

type ExportButtonsProps = {
  jobId: string;
  /** Undefined while the plan is unknown. */
  planFeatures: readonly string[] | undefined;
  /** Saves pending edits, because the server exports its own copy. */
  beforeExport: () => Promise<void>;
  children: ReactNode;
};

export function ExportButtons({ jobId, planFeatures, beforeExport, children }: ExportButtonsProps) {
  const { busy, fault, take } = useDownload({
    async fetchExport(format: ExportFormat) {
      await beforeExport();
      return exportTranscription(jobId, format);
    },
    plainName: 'transcricao',
  });
  return (
    <div className="grid gap-2 print:hidden">
      <div className="flex flex-wrap gap-2">
        {subtitleFormats.map(({ id, name }) => (
          <Button key={id} variant="secondary" busy={busy === id} onClick={() => void take(id)}>
            {busy === id ? null : <Download aria-hidden="true" className="size-4" />}
            {busy === id ? 'Baixando ...' : name}
          </Button>
        ))}
        <FormatMenu
          label="Mais formatos"
          formats={textFormats}
          isAllowed={canExportText(planFeatures)}
          busy={busy}
          onTake={(format) => void take(format)}
        />
        {children}
      </div>
      <DownloadFault fault={fault} />
    </div>
  );
}
