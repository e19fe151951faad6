import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatFileSize } from '#domain/format/file-size.ts';
import { paths } from '#web/app/paths.ts';
import { storedBytesQuery } from './api.ts';

/** Below this part of the limit, the figure would only distract. */
const shownFrom = 0.8;

function Figure({ children }: { children: string }) {
  return <strong className="font-medium text-ink tabular-nums">{children}</strong>;
}

/** How much of the plan's space recordings and unfinished uploads fill, once it is nearly full. */
export function StoredBytesNote() {
  const { data } = useQuery(storedBytesQuery);
  if (data === undefined) return null;
  const { storedBytes, reservedBytes, maxStoredBytes } = data;
  if (storedBytes + reservedBytes < maxStoredBytes * shownFrom) return null;
  const limit = formatFileSize(maxStoredBytes);
  const freed = 'se libera quando você os cancela, ou sozinho em até um dia.';
  if (storedBytes === 0)
    return (
      <p className="mt-3 text-sm text-ink-soft">
        Envios não concluídos reservam <Figure>{`${formatFileSize(reservedBytes)} dos ${limit}`}</Figure> do
        seu plano. O espaço deles {freed}
      </p>
    );
  return (
    <p className="mt-3 text-sm text-ink-soft">
      Seus arquivos ocupam <Figure>{`${formatFileSize(storedBytes)} dos ${limit}`}</Figure> do seu plano
      {reservedBytes > 0 ? (
        <>
          , e envios não concluídos reservam mais <Figure>{formatFileSize(reservedBytes)}</Figure>
        </>
      ) : null}
      . Para liberar espaço,{' '}
      <Link to={paths.transcriptions} className="underline underline-offset-4">
        exclua transcrições de que não precisa mais
      </Link>
      .{reservedBytes > 0 ? ` O espaço dos envios ${freed}` : null}
    </p>
  );
}
