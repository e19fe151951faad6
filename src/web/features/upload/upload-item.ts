import type { UploadRecord } from './upload-storage.ts';

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

/** An upload as the screens show it. */
export type UploadItem = Readonly<{
  id: string;
  name: string;
  stage: UploadStage;
  /** The size of the chosen file. */
  bytes: number;
  sentBytes: number;
  sendBytes: number;
  /** The progress of the audio extraction, from 0 to 1. */
  prepared: number;
  /** Recorded in this browser, so there is no other copy. */
  isRecording: boolean;
  isSoundOnly: boolean;
  /** Whether the video is available to be sent whole. */
  canSendWhole: boolean;
  /** Whether the upload resumes by itself after a reload. */
  isKept: boolean;
  bytesPerSecond: number | undefined;
  /** The text for the `away` stage. */
  awayText: string | undefined;
  fault: UploadFailure | undefined;
  /** Undefined too if the response with the id was lost. */
  jobId: string | undefined;
}>;

const runningStages: readonly UploadStage[] = ['waiting', 'preparing', 'sending', 'away', 'finishing'];

export const isRunning = ({ stage }: Pick<UploadItem, 'stage'>) => runningStages.includes(stage);
/** A sign-out would cancel the upload. */
export const isUnfinished = ({ stage }: Pick<UploadItem, 'stage'>) => stage !== 'done' && stage !== 'refused';
/** The tray shows uploads that run or wait, and failures that a retry may solve. */
export const isInTray = ({ stage, fault }: Pick<UploadItem, 'stage' | 'fault'>) =>
  stage !== 'refused' && (fault === undefined || fault.way === 'retry');

/** Whether closing the page would lose the upload. */
export const wouldBeLost = (item: UploadItem) => !item.isKept && (isRunning(item) || item.stage === 'paused');

export const uploadShare = ({ sentBytes, sendBytes }: Pick<UploadItem, 'sentBytes' | 'sendBytes'>) =>
  sendBytes === 0 ? 0 : Math.min(1, sentBytes / sendBytes);

/** The total progress, weighted by size. */
export function totalUploadShare(items: readonly UploadItem[]) {
  const sum = (of: (item: UploadItem) => number) => items.reduce((total, item) => total + of(item), 0);
  return uploadShare({ sentBytes: sum((item) => item.sentBytes), sendBytes: sum((item) => item.sendBytes) });
}
