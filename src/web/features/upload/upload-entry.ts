import { createSpeedMeter } from './transfer-speed.ts';
import type { Release, UploadDeps } from './upload-deps.ts';
import { isRunning, type UploadFailure, type UploadItem, type UploadStage } from './upload-item.ts';
import type { UploadRecord } from './upload-storage.ts';

/** For the percentage after a reload; where to go on, the server knows. */
const progressNotedEveryMs = 1_000;

type EntryOptions = {
  record: UploadRecord;
  /** As it was chosen; after a reload it is only with the person. */
  original?: File;
  /** What is sent: the file itself, or its sound. */
  payload?: File | undefined;
  onChange: () => void;
  onStored?: (() => void) | undefined;
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
 * A refused file is reported once and then dropped. A recording is kept, because there is no other copy of it. So is a
 * file for which hours are missing: its bytes are at the server, and a retry after a change of plan sends none again.
 */
export const isRefusal = ({ fault, isRecording }: UploadRecord) =>
  fault !== undefined && fault.way !== 'retry' && fault.way !== 'plans' && !isRecording;

/** Nothing that was sent of a sound is any use to its film. */
const restartAsWholeFile = ({ name, bytes }: UploadRecord) => ({
  sentBytes: 0,
  url: undefined,
  wasAskedFor: false,
  isSoundOnly: false,
  isKept: false,
  sendName: name,
  sendBytes: bytes,
});

/** One upload: what is known of it, and what the person may ask of it. How it is done is in run-upload.ts. */
export function createUploadEntry(options: EntryOptions) {
  const { deps, onChange, release } = options;
  let { record, original, payload, onStored } = options;
  let stage = firstStage(options);
  let controller: AbortController | undefined;
  let wakers: (() => void)[] = [];
  let isGone = false;
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

  /** Written at once: the page may end at any moment. */
  function note(change: Partial<UploadRecord>) {
    record = { ...record, ...change };
    if (!isGone && stage !== 'done' && stage !== 'refused') deps.records.write(record);
  }

  function halt(reason: string) {
    controller?.abort(new Error(reason));
    controller = undefined;
  }

  function refuse() {
    show('refused');
    record = { ...record, isKept: false };
    // Read back from our copy, which is deleted now; a retry takes the chosen file, or what the server has.
    payload = undefined;
    deps.records.drop(record.id);
    void deps.vault.drop(record.id);
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
    /** A copy that was finished too late belongs to nobody. */
    isGone: () => isGone,
    item: (): UploadItem => ({
      ...moving,
      id: record.id,
      name: record.name,
      stage,
      bytes: record.bytes,
      sentBytes: record.sentBytes,
      sendBytes: record.sendBytes,
      isRecording: record.isRecording,
      isSoundOnly: record.isSoundOnly,
      canSendWhole: record.isSoundOnly && original !== undefined,
      isKept: record.isKept,
      bytesPerSecond: speed.bytesPerSecond(),
      fault: entry.hasFailed() ? record.fault : undefined,
    }),

    begin() {
      controller = new AbortController();
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
    /** Somebody waits to hear that the file is safe. */
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
      void deps.vault.drop(record.id).then(release);
      entry.stored();
      original = undefined;
      payload = undefined;
    },
    /** Settles after the pause, or as soon as something says that it may be over. */
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
      if (!isRunning({ stage }) || stage === 'finishing') return;
      halt('paused');
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
      halt('nobody is signed in');
      show('waiting');
    },
    stop() {
      isGone = true;
      halt('given up');
    },
    unfinishedUrl: () => (stage === 'done' ? undefined : record.url),
    async becomeWhole() {
      if (original === undefined || stage === 'done' || stage === 'finishing') return false;
      halt('the whole film is wanted');
      payload = undefined;
      note({ ...restartAsWholeFile(record), isWholeWished: true, isPaused: false, fault: undefined });
      await deps.vault.drop(record.id);
      show('waiting');
      return true;
    },
    async bring(file: File) {
      const mark = await deps.markOf(file);
      if (stage !== 'file_wanted' || mark !== (record.mark ?? mark) || file.size !== record.bytes)
        return false;
      original = file;
      note({ isPaused: false, fault: undefined, ...(record.isSoundOnly ? restartAsWholeFile(record) : {}) });
      show('waiting');
      return true;
    },
  };
  return entry;
}
