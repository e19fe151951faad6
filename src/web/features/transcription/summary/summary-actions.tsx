import { ChevronDown, Lock } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Summary } from '#contract/summary.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { ApiError, fetchFile } from '../../../api/client.ts';
import { paths } from '../../../app/paths.ts';
import { downloadFile } from '../../../browser/download-file.ts';
import { Button } from '../../../ui/button.tsx';
import { textLinkClass } from '../../../ui/class-names.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { stripMomentLinks } from './summary-texts.ts';

const timeoutMs = minuteMs;

const formats = [
  { id: 'md', name: 'Markdown' },
  { id: 'docx', name: 'Word (DOCX)' },
  { id: 'pdf', name: 'PDF' },
] as const;
type Format = (typeof formats)[number]['id'];

type SummaryActionsProps = { shown: Summary; mayTakeDocuments: boolean };

/** Copy and download of a summary. */
export function SummaryActions({ shown, mayTakeDocuments }: SummaryActionsProps) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<'failed' | 'plan_required'>();
  const navigate = useNavigate();

  async function take(format: Format) {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      const file = await fetchFile(apiPaths.summaryExport(shown.id, format), { timeoutMs });
      downloadFile(file, file.name === '' ? `resumo.${format}` : file.name);
    } catch (error) {
      const needsPlan = error instanceof ApiError && error.body.code === 'plan_required';
      setFault(needsPlan ? 'plan_required' : 'failed');
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <CopyButton
          text={() => stripMomentLinks(shown.text)}
          label="Copiar resumo"
          doneLabel="Resumo copiado!"
        />
        <Menu
          label="Baixar resumo"
          trigger={
            <Button variant="secondary" busy={isBusy}>
              {isBusy ? 'Baixando ...' : 'Baixar resumo'}
              <ChevronDown aria-hidden="true" className="size-4" />
            </Button>
          }
        >
          {mayTakeDocuments ? null : (
            <p className="max-w-64 px-3 pt-2 pb-1 text-sm text-ink-soft">Fazem parte dos planos pagos.</p>
          )}
          {formats.map(({ id, name }) => (
            <MenuItem key={id} disabled={!mayTakeDocuments} onSelect={() => void take(id)}>
              <span className="grow">{name}</span>
              {mayTakeDocuments ? null : <Lock aria-hidden="true" className="size-4 shrink-0" />}
            </MenuItem>
          ))}
          {mayTakeDocuments ? null : (
            <MenuItem onSelect={() => void navigate(paths.planComparison)}>
              <span className="font-medium text-thread">Ver planos</span>
            </MenuItem>
          )}
        </Menu>
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
