import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { RefObject } from 'react';
import { partName } from '#domain/transcript/part-headings.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { originalsQuery } from './api.ts';

type OriginalsDialogProps = {
  jobId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  fallbackFocus: RefObject<HTMLElement | null>;
};

/** The files of a joined transcription, each as its owner sent it. */
export function OriginalsDialog({ jobId, open, onOpenChange, fallbackFocus }: OriginalsDialogProps) {
  const { data, error, isFetching, refetch } = useQuery({ ...originalsQuery(jobId), enabled: open });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Arquivos originais"
      description="Cada arquivo que você juntou, como foi enviado."
      fallbackFocus={fallbackFocus}
    >
      {data !== undefined ? (
        <ul className="mt-4 divide-y divide-line">
          {data.originals.map(({ position, file_name, url }) => (
            <li key={position} className="flex items-center gap-3 py-2">
              <span className="min-w-0 grow wrap-anywhere">{partName(file_name, position)}</span>
              <a
                href={url}
                download
                aria-label={`Baixar ${partName(file_name, position)}`}
                className={buttonClass({ variant: 'secondary' })}
              >
                <Download aria-hidden="true" className="size-4" />
                Baixar
              </a>
            </li>
          ))}
        </ul>
      ) : error !== null ? (
        <div role="alert" className="mt-4 grid justify-items-start gap-3">
          <p className="text-loss">{describeError(error).text}</p>
          <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
            Tentar novamente
          </Button>
        </div>
      ) : (
        <div aria-hidden="true" className="mt-4 grid gap-4">
          {['w-11/12', 'w-4/5', 'w-2/3'].map((width) => (
            <Skeleton key={width} className={`h-5 ${width}`} />
          ))}
        </div>
      )}
    </Dialog>
  );
}
