import { useQuery } from '@tanstack/react-query';
import { Mic } from 'lucide-react';
import { Link } from 'react-router';
import { paths, recordUrl } from '#web/app/paths.ts';
import { unbrokenDurations } from '#web/format/time.ts';
import { renewalText } from '#web/format/usage.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { classNames, textLinkClass } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { dashboardQuery } from './api.ts';
import { limitTexts } from './home-texts.ts';

/** The plan, its renewal, and the way to the other plans. */
export function PlanLine() {
  const { data, error } = useQuery(dashboardQuery);
  return (
    <div className="flex min-h-10 items-center justify-between gap-x-3 text-sm text-ink-soft">
      {data === undefined ? (
        error === null && <Skeleton className="h-4 w-56" />
      ) : (
        <p>
          <span className="max-sm:block">
            Plano <span className="font-medium text-ink">{data.plan_name}</span>
          </span>
          <span aria-hidden="true" className="mx-1.5 max-sm:hidden">
            ·
          </span>
          <span className="max-sm:block">Renova em {renewalText(data.renews_on)}</span>
        </p>
      )}
      <Link
        to={paths.planComparison}
        className={`${textLinkClass} inline-flex min-h-10 shrink-0 items-center`}
      >
        Ver planos
      </Link>
    </div>
  );
}

function Limits() {
  const { data, error } = useQuery(dashboardQuery);
  if (data === undefined) return error === null ? <Skeleton className="my-0.5 h-4 w-64 max-w-full" /> : null;
  const [perFile, left] = limitTexts(data.usage).map(unbrokenDurations);
  return (
    <p className="text-sm text-ink-soft tabular-nums">
      <span className="whitespace-nowrap">
        {perFile}
        <span aria-hidden="true" className="mr-0.5 ml-1.5">
          ·
        </span>
      </span>{' '}
      <span className="whitespace-nowrap">{left}</span>
    </p>
  );
}

/** The ways to a new transcription. The buttons come first, so that the keyboard reaches them first. */
export function EntryStrip() {
  return (
    <section
      aria-label="Nova transcrição"
      className="flex flex-col gap-x-6 gap-y-2 rounded-card border border-line bg-raised p-3 sm:flex-row-reverse sm:items-center sm:justify-between sm:p-5"
    >
      <div className="flex shrink-0 flex-col gap-2 sm:flex-row sm:gap-3">
        <Link to={paths.newFile} className={classNames(buttonClass({ size: 'large' }), 'max-sm:min-h-14')}>
          Enviar novo arquivo
        </Link>
        <Link to={recordUrl} className={buttonClass({ variant: 'secondary', size: 'large' })}>
          <Mic aria-hidden="true" className="size-4" />
          Gravar
        </Link>
      </div>
      <div className="min-w-0">
        <p className="font-medium max-sm:hidden">
          <span className="pointer-fine:hidden">Transcreva um áudio ou vídeo</span>
          <span className="hidden pointer-fine:inline">Solte um áudio ou vídeo em qualquer lugar</span>
        </p>
        <Limits />
      </div>
    </section>
  );
}
