import { ChevronDown, Copy } from 'lucide-react';
import { useState } from 'react';
import { type CitationStyle, citationStyles } from '#domain/citation/citation.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuChoices } from '#web/ui/menu.tsx';
import { DownloadFault, type DownloadFaultKind, FormatMenu, useDownload } from '../format-menu.tsx';
import { styleNames } from '../quote/citation-choice.ts';
import { exportMarks } from './api.ts';

const formats = [
  { id: 'docx', name: 'Word (DOCX)' },
  { id: 'md', name: 'Markdown (MD)' },
] as const;

export type MarksToolsProps = {
  jobId: string;
  style: CitationStyle;
  onChooseStyle: (style: CitationStyle) => void;
  /** Whether the plan allows document exports; the server decides in the end. */
  canExportDocuments: boolean;
  /** Saves pending edits, because the server exports its own copy. */
  beforeExport: () => Promise<void>;
  onCopyAll: () => void;
};

export function MarksTools(props: MarksToolsProps) {
  const { jobId, style, onChooseStyle, canExportDocuments, beforeExport, onCopyAll } = props;
  const [fault, setFault] = useState<DownloadFaultKind>();
  const { busy, take } = useDownload({
    async fetchExport(format: (typeof formats)[number]['id']) {
      await beforeExport();
      return exportMarks(jobId, { format, style });
    },
    plainName: 'trechos',
    onFault: setFault,
  });
  return (
    <div className="@container/form grid gap-2">
      <div className="-mx-4 -my-1 flex min-h-10 flex-wrap items-center">
        <Button variant="quiet" onClick={onCopyAll}>
          <Copy aria-hidden="true" className="size-4" />
          Copiar todos
        </Button>
        <Menu
          label="Estilo da citação"
          align="start"
          trigger={
            <Button variant="quiet" aria-label={`Estilo da citação: ${styleNames[style]}`}>
              {styleNames[style]}
              <ChevronDown aria-hidden="true" className="size-4" />
            </Button>
          }
        >
          <MenuChoices
            value={style}
            choices={citationStyles.map((each) => ({ value: each, label: styleNames[each] }))}
            onChoose={(value) => {
              const chosen = citationStyles.find((each) => each === value);
              if (chosen !== undefined) onChooseStyle(chosen);
            }}
          />
        </Menu>
        <FormatMenu
          label="Baixar trechos"
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
