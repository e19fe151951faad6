import type { Summary } from '#contract/summary.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { fetchFile } from '../../../api/client.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DownloadFault, FormatMenu, useDownload } from '../format-menu.tsx';
import { stripMomentLinks } from './summary-texts.ts';

const timeoutMs = minuteMs;

const formats = [
  { id: 'md', name: 'Markdown' },
  { id: 'docx', name: 'Word (DOCX)' },
  { id: 'pdf', name: 'PDF' },
] as const;
type Format = (typeof formats)[number]['id'];

type SummaryActionsProps = { shown: Summary; mayTakeDocuments: boolean };

export function SummaryActions({ shown, mayTakeDocuments }: SummaryActionsProps) {
  const { busy, fault, take } = useDownload({
    fetchExport: (format: Format) => fetchFile(apiPaths.summaryExport(shown.id, format), { timeoutMs }),
    plainName: 'resumo',
  });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <CopyButton
          text={() => stripMomentLinks(shown.text)}
          label="Copiar resumo"
          doneLabel="Resumo copiado!"
        />
        <FormatMenu
          label="Baixar resumo"
          formats={formats}
          isAllowed={mayTakeDocuments}
          busy={busy}
          onTake={(format) => void take(format)}
        />
      </div>
      <DownloadFault fault={fault} />
    </div>
  );
}
