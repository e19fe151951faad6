import { ChevronDown, Lock } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { paths } from '../../app/paths.ts';
import { downloadFile } from '../../browser/download-file.ts';
import { Button } from '../../ui/button.tsx';
import { textLinkClass } from '../../ui/class-names.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';

type DownloadOptions<Format> = {
  fetchExport: (format: Format) => Promise<File>;
  /** The file name without extension, if the server sends none. */
  plainName: string;
};

/** Downloads one format at a time. */
export function useDownload<Format extends string>({ fetchExport, plainName }: DownloadOptions<Format>) {
  const [busy, setBusy] = useState<Format>();
  const [fault, setFault] = useState<'failed' | 'plan_required'>();

  async function take(format: Format) {
    if (busy !== undefined) return;
    setBusy(format);
    setFault(undefined);
    try {
      const file = await fetchExport(format);
      downloadFile(file, file.name === '' ? `${plainName}.${format}` : file.name);
    } catch (error) {
      const needsPlan = error instanceof ApiError && error.body.code === 'plan_required';
      setFault(needsPlan ? 'plan_required' : 'failed');
    } finally {
      setBusy(undefined);
    }
  }

  return { busy, fault, take };
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
        <Button variant="secondary" busy={isBusy}>
          {isBusy ? 'Baixando ...' : label}
          <ChevronDown aria-hidden="true" className="size-4" />
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

export function DownloadFault({ fault }: Pick<ReturnType<typeof useDownload>, 'fault'>) {
  if (fault === undefined) return null;
  return (
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
  );
}
