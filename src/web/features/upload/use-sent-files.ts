import { useEffect } from 'react';
import { isUploadPage, paths } from '../../app/paths.ts';
import { isRunning, type RunningState } from '../library/running-texts.ts';
import { useJobStates } from '../library/use-job-states.ts';
import { jobIdsOf, type UploadItem } from './upload-item.ts';
import { useUploads } from './uploads-provider.tsx';

type SentFile = { item: UploadItem; jobId: string; job: RunningState };

/** Whether the page itself shows the transcription, so that the tray need not. */
function showsTranscription(path: string, jobId: string) {
  return path === paths.dashboard || path === paths.transcriptions || path === paths.transcription(jobId);
}

/**
 * The sent files whose transcriptions the page does not show. The queue forgets a file whose transcription was deleted,
 * or has ended on a page that shows it.
 */
export function useSentFiles(pathname: string): SentFile[] {
  const { queue, items } = useUploads();
  const path = pathname.replace(/\/$/, '');
  const jobs = useJobStates(jobIdsOf(items));
  const sent = items.flatMap((item) => {
    const { jobId = '' } = item;
    const job = jobs.get(jobId);
    return job === undefined ? [] : [{ item, jobId, job, isShown: showsTranscription(path, jobId) }];
  });
  const isSeen = ({ job, isShown }: (typeof sent)[number]) =>
    job.status === 'deleted' || (isShown && !isRunning(job));
  const seen = sent
    .filter(isSeen)
    .map(({ item }) => item.id)
    .join();
  useEffect(() => {
    for (const id of seen.split(',')) void queue.cancel(id);
  }, [queue, seen]);
  return isUploadPage(path) ? [] : sent.filter((file) => !file.isShown && !isSeen(file));
}
