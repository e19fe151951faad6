import type { UploadRecord } from './resumable-uploads.ts';

export type UploadStage =
  /** Queued behind other uploads. */
  | 'waiting'
  /** The browser is extracting the audio. */
  | 'preparing'
  | 'sending'
  /** No connection or no response from the server; the queue retries by itself. */
  | 'away'
  | 'paused'
  /** All bytes are sent; the server checks the file. */
  | 'finishing'
  | 'done'
  /** A retry may help. Refused recordings are here too, because there is no other copy. */
  | 'failed'
  /** A retry does not help. Reported once, and dropped when the user leaves the upload page or reloads. */
  | 'refused'
  /** After a reload the user must choose the file again. */
  | 'file_wanted';

export type UploadFailure = NonNullable<UploadRecord['fault']>;

type ShownFacts = Pick<
  UploadRecord,
  | 'id'
  | 'name'
  | 'title'
  | 'bytes'
  | 'sentBytes'
  | 'sendBytes'
  | 'isRecording'
  | 'isSoundOnly'
  | 'isFileStored'
  | 'parts'
>;

/** An upload as the screens show it. */
export type UploadItem = Readonly<
  ShownFacts & {
    stage: UploadStage;
    /** The progress of the audio extraction, from 0 to 1. */
    prepared: number;
    /** Whether the video is available to be sent whole. */
    canSendWhole: boolean;
    bytesPerSecond: number | undefined;
    /** The text for the `away` stage. */
    awayText: string | undefined;
    fault: UploadFailure | undefined;
    /** Undefined too if the response with the id was lost. */
    jobId: string | undefined;
  }
>;

const runningStages: readonly UploadStage[] = ['waiting', 'preparing', 'sending', 'away', 'finishing'];

export const isUploadRunning = ({ stage }: Pick<UploadItem, 'stage'>) => runningStages.includes(stage);
/** A sign-out would cancel the upload. */
export const isUnfinished = ({ stage }: Pick<UploadItem, 'stage'>) => stage !== 'done' && stage !== 'refused';
/** The tray shows uploads that run or wait, and failures that a retry may solve. */
export const isInTray = ({ stage, fault }: Pick<UploadItem, 'stage' | 'fault'>) =>
  stage !== 'refused' && (fault === undefined || fault.way === 'retry');

/** A recording without a title has its time as title, so that lists, pages and mails name it alike (decision 025). */
export const titleOf = ({
  title,
  isRecording,
  name,
}: Pick<UploadRecord, 'title' | 'isRecording' | 'name'>) =>
  title?.trim() || !isRecording ? title : name.replace(/\.[^.]*$/, '');

/** The transcriptions of the files that are sent. */
export const jobIdsOf = (items: readonly UploadItem[]) =>
  items.flatMap(({ jobId }) => (jobId === undefined ? [] : [jobId]));

/** Whether closing the page would lose the upload. */
export const wouldBeLost = (item: UploadItem) =>
  !item.isFileStored && (isUploadRunning(item) || item.stage === 'paused');

export const uploadShare = ({ sentBytes, sendBytes }: Pick<UploadItem, 'sentBytes' | 'sendBytes'>) =>
  sendBytes === 0 ? 0 : Math.min(1, sentBytes / sendBytes);

/** The total progress, weighted by size. */
export function totalUploadShare(items: readonly UploadItem[]) {
  const sum = (of: (item: UploadItem) => number) => items.reduce((total, item) => total + of(item), 0);
  return uploadShare({ sentBytes: sum((item) => item.sentBytes), sendBytes: sum((item) => item.sendBytes) });
}

const windowMs = 8_000;
/** A shorter sample gives no reliable speed, because the first bytes only fill network buffers. */
const minMs = 800;

type Sample = { atMs: number; bytes: number };

/** Measures bytes per second over the last seconds, because an overall mean would react too slowly. */
export function createSpeedMeter() {
  let samples: Sample[] = [];
  return {
    reset: () => {
      samples = [];
    },
    add(sample: Sample) {
      samples = [...samples.filter(({ atMs }) => sample.atMs - atMs <= windowMs), sample];
    },
    bytesPerSecond(): number | undefined {
      const [first, last] = [samples[0], samples.at(-1)];
      if (first === undefined || last === undefined || last.atMs - first.atMs < minMs) return undefined;
      return Math.max(0, ((last.bytes - first.bytes) * 1_000) / (last.atMs - first.atMs));
    },
  };
}

/** Undefined if the speed is unknown or almost zero. */
export function secondsLeft(bytesLeft: number, bytesPerSecond: number | undefined) {
  return bytesPerSecond === undefined || bytesPerSecond < 1 ? undefined : bytesLeft / bytesPerSecond;
}
