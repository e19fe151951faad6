import { useEffect } from 'react';
import { paths } from '#web/app/paths.ts';
import { RowFrame, RunningLine, RunningNote, StateLine } from '#web/features/library/running-parts.tsx';
import { isRunning, type RunningState } from '#web/features/library/running-texts.ts';
import { useJobStates } from '#web/features/library/use-job-states.ts';
import { isUploadRunning, jobIdsOf, titleOf, type UploadItem, uploadShare } from '../queue/upload-item.ts';
import { counted, shortStateText, sizeText, stateText, uploadLeftText } from '../queue/upload-text.ts';
import { useUploads } from '../queue/uploads-provider.tsx';

/** As the list will name its transcription. */
const nameOf = (item: UploadItem) => titleOf(item)?.trim() || item.name;

const shareOf = (item: UploadItem) => {
  if (item.stage === 'preparing') return item.prepared;
  return item.stage === 'sending' || item.stage === 'paused' ? uploadShare(item) : undefined;
};

/** The upload page has the controls, the reason of a failure and the way out. */
function SendingRow({ item }: { item: UploadItem }) {
  const isStuck = item.stage === 'failed' || item.stage === 'file_wanted';
  return (
    <RowFrame
      to={paths.newFile}
      name={nameOf(item)}
      isActive={isUploadRunning(item)}
      state={
        <StateLine
          words={shortStateText(item)}
          share={shareOf(item)}
          left={uploadLeftText(item)}
          isFault={item.stage === 'failed'}
        />
      }
      note={
        <span className="block truncate text-sm text-ink-soft tabular-nums sm:leading-6">
          {isStuck || item.stage === 'away' ? stateText(item) : sizeText(item)}
        </span>
      }
    />
  );
}

function AcceptedRow({ item, job }: { item: UploadItem; job: RunningState }) {
  const { jobId = '' } = item;
  return (
    <RowFrame
      to={paths.transcription(jobId)}
      name={nameOf(item)}
      isActive={isRunning(job)}
      state={<RunningLine state={job} />}
      note={<RunningNote jobId={jobId} state={job} />}
    />
  );
}

/** More files than this are one link, so that the texts of the owner stay in view. */
const maxSending = 3;

type Listed = {
  isListed: (jobId: string) => boolean;
  /** The time of the server's last answer. */
  readAtMs: number;
};

/**
 * The uploads of this tab that the list of transcriptions does not have yet, as rows of that list. A sent file keeps
 * its row until the list has its transcription, or was read after the transcription ended.
 */
export function useSendingRows({ isListed, readAtMs }: Listed) {
  const { queue, items } = useUploads();
  const sent = items.filter(({ jobId }) => jobId !== undefined);
  const jobs = useJobStates(jobIdsOf(sent));
  const endedOf = ({ jobId = '' }: UploadItem) => {
    const job = jobs.get(jobId);
    return job === undefined || isRunning(job) ? undefined : job;
  };
  const isRead = (item: UploadItem) => (endedOf(item)?.atMs ?? Number.POSITIVE_INFINITY) < readAtMs;
  const accepted = sent.filter((item) => !isListed(item.jobId ?? '') && !isRead(item));
  const over = sent
    .filter((item) => endedOf(item) !== undefined && !accepted.includes(item))
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    for (const id of over.split(',')) void queue.cancel(id);
  }, [queue, over]);
  const sending = items.filter(({ stage }) => stage !== 'done' && stage !== 'refused');
  const more = sending.slice(maxSending);
  return [
    ...accepted.flatMap((item) => {
      const { jobId = '' } = item;
      const job = jobs.get(jobId);
      return job === undefined || job.status === 'deleted'
        ? []
        : [<AcceptedRow key={jobId} item={item} job={job} />];
    }),
    ...sending.slice(0, maxSending).map((item) => <SendingRow key={item.id} item={item} />),
    ...(more.length === 0
      ? []
      : [
          <RowFrame
            key="more"
            to={paths.newFile}
            name={`Mais ${counted(more.length, 'envio', 'envios')}`}
            isActive={false}
          />,
        ]),
  ];
}
