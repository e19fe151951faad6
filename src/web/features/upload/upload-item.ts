import type { UploadRecord } from './upload-storage.ts';

export type UploadStage =
  /** Others are before it. */
  | 'waiting'
  /** The sound is being taken out. */
  | 'preparing'
  | 'sending'
  /** The line or the server is away; it goes on by itself. */
  | 'away'
  | 'paused'
  /** The bytes are there; the server looks at them. */
  | 'finishing'
  | 'done'
  /** A retry may mend it; a recording also stays here when it was refused, since there is no other copy of it. */
  | 'failed'
  /** No retry mends it: it is reported once, and forgotten when its person leaves the upload page or reloads. */
  | 'refused'
  /** After a reload: only the person can bring the file again. */
  | 'file_wanted';

export type UploadFailure = NonNullable<UploadRecord['fault']>;

/** An upload as screens show it. */
export type UploadItem = Readonly<{
  id: string;
  name: string;
  stage: UploadStage;
  /** Of the file as it was chosen. */
  bytes: number;
  sentBytes: number;
  sendBytes: number;
  /** 0 to 1, while the sound is taken out. */
  prepared: number;
  /** Made here, and nowhere else. */
  isRecording: boolean;
  isSoundOnly: boolean;
  /** Whether the film itself is at hand, to be sent whole after all. */
  canSendWhole: boolean;
  /** Whether it goes on after a reload, by itself. */
  isKept: boolean;
  bytesPerSecond: number | undefined;
  /** Why it is away, in words for the screen. */
  awayText: string | undefined;
  fault: UploadFailure | undefined;
  /** Undefined also where the answer that named it was lost. */
  jobId: string | undefined;
}>;

const runningStages: readonly UploadStage[] = ['waiting', 'preparing', 'sending', 'away', 'finishing'];

export const isRunning = ({ stage }: Pick<UploadItem, 'stage'>) => runningStages.includes(stage);
/** A sign-out would cancel it. */
export const isUnfinished = ({ stage }: Pick<UploadItem, 'stage'>) => stage !== 'done' && stage !== 'refused';
/** The tray is on every page: an upload is in it while it runs or waits, or where a retry may mend it. */
export const isInTray = ({ stage, fault }: Pick<UploadItem, 'stage' | 'fault'>) =>
  stage !== 'refused' && (fault === undefined || fault.way === 'retry');

/** Only where leaving the page would cost the person something. */
export const wouldBeLost = (item: UploadItem) => !item.isKept && (isRunning(item) || item.stage === 'paused');

export const uploadShare = ({ sentBytes, sendBytes }: Pick<UploadItem, 'sentBytes' | 'sendBytes'>) =>
  sendBytes === 0 ? 0 : Math.min(1, sentBytes / sendBytes);

/** Of all that is under way, weighed by size. */
export function totalUploadShare(items: readonly UploadItem[]) {
  const sum = (of: (item: UploadItem) => number) => items.reduce((total, item) => total + of(item), 0);
  return uploadShare({ sentBytes: sum((item) => item.sentBytes), sendBytes: sum((item) => item.sendBytes) });
}
