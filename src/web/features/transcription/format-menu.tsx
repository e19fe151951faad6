import { Download, Lock } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '#web/api/client.ts';
import { paths } from '#web/app/paths.ts';
import { downloadFile } from '#web/browser/download-file.ts';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';
import { Menu, MenuItem } from '#web/ui/menu.tsx';

type DownloadOptions<Format> = {
  fetchExport: (format: Format) => Promise<File>;
  /** The file name without extension, if the server sends none. */
  plainName: string;
  /** Undefined when the next download begins. */
  onFault: (fault: DownloadFaultKind | undefined) => void;
};

export type DownloadFaultKind = 'failed' | 'plan_required';

export const downloadFaultTexts = {
  failed: 'Erro ao fazer download. Tente novamente.',
  plan_required: 'Este formato faz parte dos planos pagos.',
} satisfies Record<DownloadFaultKind, string>;

/** Downloads one format at a time. */
export function useDownload<Format extends string>(options: DownloadOptions<Format>) {
  const { fetchExport, plainName, onFault } = options;
  const [busy, setBusy] = useState<Format>();

  async function take(format: Format) {
    if (busy !== undefined) return;
    setBusy(format);
    onFault(undefined);
    try {
      const file = await fetchExport(format);
      downloadFile(file, file.name === '' ? `${plainName}.${format}` : file.name);
    } catch (error) {
      const needsPlan = error instanceof ApiError && error.body.code === 'plan_required';
      onFault(needsPlan ? 'plan_required' : 'failed');
    } finally {
      setBusy(undefined);
    }
  }

  return { busy, take };
}

type FormatMenuProps<Format extends string> = {
  label: string;
  formats: readonly { id: Format; name: string }[];
  /** Whether the plan includes these formats. */
  isAllowed: boolean;
  busy: string | undefined;
  onTake: (format: Format) => void;
};

export function FormatMenu<Format extends string>(props: FormatMenuProps<Format>) {
  const { label, formats, isAllowed, busy, onTake } = props;
  const navigate = useNavigate();
  const isBusy = formats.some(({ id }) => id === busy);
  return (
    <Menu
      label={label}
      trigger={
        <Button variant="quiet" busy={isBusy} title={label}>
          {isBusy ? null : <Download aria-hidden="true" className="size-4" />}
          {/* In a narrow container the symbol is enough. */}
          <span className="sr-only @form:not-sr-only">{isBusy ? 'Baixando ...' : label}</span>
        </Button>
      }
    >
      {isAllowed ? null : (
        <p className="max-w-64 px-3 pt-2 pb-1 text-sm text-ink-soft">Fazem parte dos planos pagos.</p>
      )}
      {formats.map(({ id, name }) => (
        <MenuItem key={id} disabled={!isAllowed} onSelect={() => onTake(id)}>
          <span className="grow">{name}</span>
          {isAllowed ? null : <Lock aria-hidden="true" className="size-4 shrink-0" />}
        </MenuItem>
      ))}
      {isAllowed ? null : (
        <MenuItem onSelect={() => void navigate(paths.planComparison)}>
          <span className="font-medium text-thread">Ver planos</span>
        </MenuItem>
      )}
    </Menu>
  );
}

export function DownloadFault({ fault }: { fault: DownloadFaultKind | undefined }) {
  if (fault === undefined) return null;
  return (
    <p role="alert" className="text-sm text-loss">
      {fault === 'failed' ? (
        downloadFaultTexts.failed
      ) : (
        <>
          {downloadFaultTexts.plan_required}{' '}
          <Link to={paths.planComparison} className={textLinkClass}>
            Ver planos
          </Link>
        </>
      )}
    </p>
  );
}
