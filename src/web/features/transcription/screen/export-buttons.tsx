import { ChevronDown, Download, Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { minuteMs } from '#domain/format/durations.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { ApiError, fetchFile } from '../../../api/client.ts';
import { paths } from '../../../app/paths.ts';
import { downloadFile } from '../../../browser/download-file.ts';
import { Button } from '../../../ui/button.tsx';
import { textLinkClass } from '../../../ui/class-names.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';

export const subtitleFormats = ['srt', 'vtt'] as const;
export const textFormats = ['txt', 'pdf', 'docx', 'json'] as const;
export type ExportFormat = (typeof subtitleFormats)[number] | (typeof textFormats)[number];

/** The name of the feature in the plans (spec section 3). */
const textFeature = 'Downloads em PDF/TXT';

/** While the plan is unknown, allow it and let the server decide. */
export const canExportText = (features: readonly string[] | undefined) =>
  features?.includes(textFeature) ?? true;

export const subtitleLabels = { srt: 'Baixar SRT', vtt: 'Baixar VTT' } satisfies Record<
  (typeof subtitleFormats)[number],
  string
>;

export const textNames = {
  txt: 'Texto (TXT)',
  pdf: 'PDF',
  docx: 'Word (DOCX)',
  json: 'Dados (JSON)',
} satisfies Record<(typeof textFormats)[number], string>;

/** The server takes long to lay out the pages of a long text. */
const timeoutMs = 2 * minuteMs;

type ExportButtonsProps = {
  jobId: string;
  /** Undefined while the plan is unknown. */
  planFeatures: readonly string[] | undefined;
  /** Saves pending edits, because the server exports its own copy. */
  beforeExport: () => Promise<void>;
  children: ReactNode;
};

type Fault = 'failed' | 'plan_required';

export function ExportButtons({ jobId, planFeatures, beforeExport, children }: ExportButtonsProps) {
  const [busy, setBusy] = useState<ExportFormat>();
  const [fault, setFault] = useState<Fault>();
  const navigate = useNavigate();
  const isFree = canExportText(planFeatures);

  async function take(format: ExportFormat) {
    if (busy !== undefined) return;
    setBusy(format);
    setFault(undefined);
    try {
      await beforeExport();
      const file = await fetchFile(apiPaths.transcriptionExport(jobId, format), { timeoutMs });
      downloadFile(file, file.name === '' ? `transcricao.${format}` : file.name);
    } catch (error) {
      const needsPlan = error instanceof ApiError && error.body.code === 'plan_required';
      setFault(needsPlan ? 'plan_required' : 'failed');
    } finally {
      setBusy(undefined);
    }
  }

  const isMenuBusy = busy !== undefined && textFormats.some((format) => format === busy);
  return (
    <div className="grid gap-2 print:hidden">
      <div className="flex flex-wrap gap-2">
        {subtitleFormats.map((format) => (
          <Button key={format} variant="secondary" busy={busy === format} onClick={() => void take(format)}>
            {busy === format ? null : <Download aria-hidden="true" className="size-4" />}
            {busy === format ? 'Baixando ...' : subtitleLabels[format]}
          </Button>
        ))}
        <Menu
          label="Mais formatos"
          trigger={
            <Button variant="secondary" busy={isMenuBusy}>
              {isMenuBusy ? 'Baixando ...' : 'Mais formatos'}
              <ChevronDown aria-hidden="true" className="size-4" />
            </Button>
          }
        >
          {isFree ? null : (
            <p className="max-w-64 px-3 pt-2 pb-1 text-sm text-ink-soft">Fazem parte dos planos pagos.</p>
          )}
          {textFormats.map((format) => (
            <MenuItem key={format} disabled={!isFree} onSelect={() => void take(format)}>
              <span className="grow">{textNames[format]}</span>
              {isFree ? null : <Lock aria-hidden="true" className="size-4 shrink-0" />}
            </MenuItem>
          ))}
          {isFree ? null : (
            <MenuItem onSelect={() => void navigate(paths.planComparison)}>
              <span className="font-medium text-thread">Ver planos</span>
            </MenuItem>
          )}
        </Menu>
        {children}
      </div>
      {fault === undefined ? null : (
        <p role="alert" className="text-sm text-loss">
          {fault === 'failed' ? (
            'Erro ao fazer download. Tente novamente.'
          ) : (
            <>
              Este formato faz parte dos planos pagos.{' '}
              <Link to={paths.planComparison} className={textLinkClass}>
                Ver planos
              </Link>
            </>
          )}
        </p>
      )}
    </div>
  );
}
