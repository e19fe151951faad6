import { useEffect } from 'react';
import { isUploadPage, paths } from '#web/app/paths.ts';
import { isRunning } from '#web/features/library/running-texts.ts';
import { type JobState, useJobStates } from '#web/features/library/use-job-states.ts';
import { jobIdsOf, type UploadItem } from '../queue/upload-item.ts';
import { useUploads } from '../queue/uploads-provider.tsx';

type SentFile = { item: UploadItem; jobId: string; job: JobState };

/** Home and the list forget an ended file themselves, once their own rows have it. */
const hasRows = (path: string) => path === paths.dashboard || path === paths.transcriptions;

/**
 * The sent files whose transcriptions the page does not show. The queue forgets a file whose transcription was deleted,
 * or has ended on its own page.
 */
export function useSentFiles(pathname: string): SentFile[] {
  const { queue, items } = useUploads();
  const path = pathname.replace(/\/$/, '');
  const jobs = useJobStates(jobIdsOf(items));
  const sent = items.flatMap((item) => {
    const { jobId = '' } = item;
    const job = jobs.get(jobId);
    return job === undefined ? [] : [{ item, jobId, job, isOwnPage: path === paths.transcription(jobId) }];
  });
  const isSeen = ({ job, isOwnPage }: (typeof sent)[number]) =>
    job.status === 'deleted' || (isOwnPage && !isRunning(job));
  const seen = sent
    .filter(isSeen)
    .map(({ item }) => item.id)
    .join();
  useEffect(() => {
    for (const id of seen.split(',')) void queue.cancel(id);
  }, [queue, seen]);
  if (isUploadPage(path) || hasRows(path)) return [];
  return sent.filter((file) => !file.isOwnPage && !isSeen(file));
}
