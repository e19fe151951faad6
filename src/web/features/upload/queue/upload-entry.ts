import { type UploadRecord, urlsOf } from './resumable-uploads.ts';
import type { Release, UploadDeps } from './upload-deps.ts';
import {
  createSpeedMeter,
  isUploadRunning,
  type UploadFailure,
  type UploadItem,
  type UploadStage,
} from './upload-item.ts';

/** Only for the percentage shown after a reload; the server knows the offset to resume from. */
const progressNotedEveryMs = 1_000;

type EntryOptions = {
  record: UploadRecord;
  /** The chosen file; undefined after a reload. */
  original?: File;
  /** The data to send: the file itself, or its audio. */
  payload?: File | undefined;
  onChange: () => void;
  onStored?: (() => void) | undefined;
  transcribeAfter?: Promise<void> | undefined;
  /** Runs at the end of `transcribeAfter`. */
  onTranscribable?: () => void;
  deps: UploadDeps;
  release: Release;
};

export type UploadEntry = ReturnType<typeof createUploadEntry>;

function firstStage({ record, original, payload }: EntryOptions): UploadStage {
  if (original !== undefined) return 'waiting';
  if (payload === undefined && record.sentBytes < record.sendBytes) return 'file_wanted';
  if (record.fault !== undefined) return 'failed';
  return record.isPaused ? 'paused' : 'waiting';
}

/**
 * The queue reports a refused file once and drops it. It keeps a recording, which has no other copy. It also keeps a
 * file that exceeds the hours of the plan: the server has its bytes, so a retry on a larger plan sends nothing again.
 * Joined files stay too, because the fault of one of them says nothing about the others.
 */
export const isRefusal = ({ fault, isRecording, parts }: UploadRecord) =>
  fault !== undefined &&
  fault.way !== 'retry' &&
  fault.way !== 'plans' &&
  !isRecording &&
  parts === undefined;

/** Restarts from zero, because bytes of the audio are no part of the video. */
const restartAsWholeFile = ({ name, bytes }: UploadRecord) => ({
  sentBytes: 0,
  url: undefined,
  transcriptionRequested: false,
  isSoundOnly: false,
  isFileStored: false,
  sendName: name,
  sendBytes: bytes,
});

/** The state of one upload and the user's actions on it. `runUpload` performs the upload. */
export function createUploadEntry(options: EntryOptions) {
  const { deps, onChange, release } = options;
  let { record, original, payload, onStored } = options;
  let stage = firstStage(options);
  let controller: AbortController | undefined;
  let wakers: (() => void)[] = [];
  let isGone = false;
  let isUndoable = options.transcribeAfter !== undefined;
  let waitsForUndo = false;
  let progressNotedAtMs = 0;
  let moving: Pick<UploadItem, 'prepared' | 'awayText' | 'jobId'> = {
    prepared: 0,
    awayText: undefined,
    jobId: undefined,
  };
  const speed = createSpeedMeter();

  function wake() {
    const waiting = wakers;
    wakers = [];
    for (const waker of waiting) waker();
  }

  function show(next: UploadStage, change: Partial<typeof moving> = {}) {
    if (next !== 'sending') speed.reset();
    stage = next;
    moving = { ...moving, awayText: undefined, ...change };
    onChange();
  }

  /** Stores changes at once, because the page may close at any moment. */
  function note(change: Partial<UploadRecord>) {
    record = { ...record, ...change };
    if (!isGone && stage !== 'done' && stage !== 'refused') deps.records.write(record);
  }

  void options.transcribeAfter?.then(() => {
    isUndoable = false;
    options.onTranscribable?.();
  });

  function halt(reason: string) {
    waitsForUndo = false;
    controller?.abort(new Error(reason));
    controller = undefined;
  }

  function refuse() {
    show('refused');
    record = { ...record, isFileStored: false };
    // The payload may be the stored copy, which is deleted below. A retry uses the chosen file or the server's bytes.
    payload = undefined;
    deps.records.drop(record.id);
    void deps.storedFiles.drop(record.id);
  }

  const entry = {
    id: record.id,
    release,
    record: () => record,
    original: () => original,
    payload: () => payload,
    note,
    show,
    isAtWork: () => controller !== undefined,
    canBegin: () => controller === undefined && (stage === 'waiting' || (waitsForUndo && !isUndoable)),
    /** True after `stop`: a stored copy that finishes later must be deleted. */
    isGone: () => isGone,
    item: (): UploadItem => ({
      ...record,
      ...moving,
      stage,
      canSendWhole: record.isSoundOnly && original !== undefined,
      bytesPerSecond: speed.bytesPerSecond(),
      fault: entry.hasFailed() ? record.fault : undefined,
    }),

    begin() {
      controller = new AbortController();
      waitsForUndo = false;
      return controller;
    },
    ended(signal: AbortSignal) {
      if (controller?.signal === signal) controller = undefined;
    },
    progress(sentBytes: number) {
      const atMs = deps.nowMs();
      record = { ...record, sentBytes };
      speed.add({ atMs, bytes: sentBytes });
      if (atMs - progressNotedAtMs >= progressNotedEveryMs) {
        progressNotedAtMs = atMs;
        note({});
      }
      onChange();
    },
    takePayload(file: File, change: Partial<UploadRecord>) {
      payload = file;
      note(change);
      onChange();
    },
    /** While the user may undo the upload, its transcription must not begin. */
    isUndoable: () => isUndoable,
    waitForUndo() {
      waitsForUndo = true;
      if (stage !== 'sending') show('sending');
    },
    /** Whether a caller waits for `onStored`. */
    isAwaited: () => onStored !== undefined,
    stored() {
      onStored?.();
      onStored = undefined;
    },
    hasFailed: () => stage === 'failed' || stage === 'refused',
    fail(fault: UploadFailure) {
      note({ fault });
      if (isRefusal(record)) return refuse();
      show('failed');
    },
    succeed(jobId: string | undefined) {
      show('done', { jobId });
      deps.records.drop(record.id);
      void deps.storedFiles.drop(record.id).then(release);
      entry.stored();
      original = undefined;
      payload = undefined;
    },
    /** Resolves after the back-off, or earlier on `wake` or an abort. */
    waitAwhile(ms: number, signal: AbortSignal): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        const end = () => {
          clearTimeout(timer);
          resolve();
        };
        wakers.push(end);
        signal.addEventListener('abort', end, { once: true });
      });
    },
    wake,

    pause() {
      if (!isUploadRunning({ stage }) || stage === 'finishing') return;
      halt('the user paused the upload');
      note({ isPaused: true });
      show('paused');
    },
    resume() {
      if (stage === 'away') return wake();
      if (stage !== 'paused' && !entry.hasFailed()) return;
      stage = 'waiting';
      note({ isPaused: false, fault: undefined });
      show('waiting');
    },
    rest() {
      halt('the session ended');
      show('waiting');
    },
    stop() {
      isGone = true;
      halt('the upload was cancelled');
    },
    unfinishedUrls: () => (stage === 'done' ? [] : urlsOf(record)),
    async becomeWhole() {
      if (original === undefined || stage === 'done' || stage === 'finishing') return false;
      halt('the user chose to send the whole video');
      payload = undefined;
      note({ ...restartAsWholeFile(record), sendsWholeVideo: true, isPaused: false, fault: undefined });
      await deps.storedFiles.drop(record.id);
      show('waiting');
      return true;
    },
    async bring(file: File) {
      const fingerprint = await deps.fingerprintOf(file);
      if (
        stage !== 'file_wanted' ||
        fingerprint !== (record.fingerprint ?? fingerprint) ||
        file.size !== record.bytes
      )
        return false;
      original = file;
      note({ isPaused: false, fault: undefined, ...(record.isSoundOnly ? restartAsWholeFile(record) : {}) });
      show('waiting');
      return true;
    },
  };
  return entry;
}
