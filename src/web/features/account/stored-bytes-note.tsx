import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatFileSize } from '#domain/format/file-size.ts';
import { paths } from '../../app/paths.ts';
import { storedBytesQuery } from './api.ts';

/** Below this part of the limit, the figure would only distract. */
const shownFrom = 0.8;

/** How much of the plan's space the recordings fill, once it is nearly full. */
export function StoredBytesNote() {
  const { data } = useQuery(storedBytesQuery);
  if (data === undefined || data.storedBytes < data.maxStoredBytes * shownFrom) return null;
  return (
    <p className="mt-3 text-sm text-ink-soft">
      Seus arquivos ocupam{' '}
      <strong className="font-medium text-ink tabular-nums">
        {formatFileSize(data.storedBytes)} dos {formatFileSize(data.maxStoredBytes)}
      </strong>{' '}
      do seu plano. Para liberar espaço,{' '}
      <Link to={paths.transcriptions} className="underline underline-offset-4">
        exclua transcrições de que não precisa mais
      </Link>
      .
    </p>
  );
}
