import { createListeners } from '#web/browser/listeners.ts';
import { discardUploads } from './discarded-uploads.ts';
import { type FilePart, rejoinFiles, separateFiles } from './join-files.ts';
import { urlsOf } from './resumable-uploads.ts';
import { runUpload } from './run-upload.ts';
import type { UploadDeps } from './upload-deps.ts';
import { createUploadEntry, isRefusal, type UploadEntry } from './upload-entry.ts';
import { isUploadRunning, type UploadItem } from './upload-item.ts';

type NewUpload = {
  file: File;
  title?: string | undefined;
  language: string;
  voices?: number | undefined;
  /** Sends the whole video, although the audio alone would be enough. */
  sendsWholeVideo?: boolean;
  isRecording?: boolean | undefined;
  /** The files whose bytes the file joins. */
  parts?: FilePart[] | undefined;
  /** The address at which the server already has the whole file. */
  url?: string | undefined;
  /** The transcription starts after this, so that an undo leaves neither a transcription nor used minutes. */
  transcribeAfter?: Promise<void> | undefined;
  /** Runs once the file is stored in the browser or on the server. */
  onStored?: (() => void) | undefined;
};

const parallelUploads = 2;

/** A stored copy is deleted with its upload, and its parts could not be read any more. */
const inMemory = async (file: File | undefined) => file && new File([await file.arrayBuffer()], file.name);

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** All uploads of one account in this tab. The queue lives outside the screens, so uploads survive navigation. */
export function createUploadQueue(userId: string, deps: UploadDeps) {
  let entries: UploadEntry[] = [];
  let items: readonly UploadItem[] = [];
  let isStarted = false;
  const listeners = createListeners();

  function notifyListeners() {
    items = entries.map((entry) => entry.item());
    listeners.notify();
  }

  const entryOf = (id: string) => entries.find((entry) => entry.id === id);

  function run(entry: UploadEntry) {
    const { signal } = entry.begin();
    void runUpload(entry, deps, signal).finally(pump);
  }

  /** Runs two uploads at a time, so that one waiting for a response does not block the next. */
  function pump() {
    if (!isStarted) return;
    const atWork = entries.filter((entry) => isUploadRunning(entry.item()) && entry.isAtWork()).length;
    const next = entries.filter((entry) => entry.canBegin());
    for (const entry of next.slice(0, Math.max(0, parallelUploads - atWork))) run(entry);
  }

  function add(entry: UploadEntry) {
    entries = [...entries, entry];
    notifyListeners();
    pump();
  }

  function addNew({ file, onStored, transcribeAfter, ...rest }: NewUpload): string {
    const id = deps.newId();
    const record = {
      ...rest,
      id,
      userId,
      name: file.name,
      bytes: file.size,
      sendName: file.name,
      sendBytes: file.size,
      sentBytes: rest.url === undefined ? 0 : file.size,
      isSoundOnly: false,
      isRecording: rest.isRecording ?? false,
      sendsWholeVideo: rest.sendsWholeVideo ?? false,
      isFileStored: false,
      isPaused: false,
      transcriptionRequested: false,
      begunAtMs: deps.nowMs(),
    };
    const claimed = deps.claim(id);
    const release = () => void claimed.then((unlock) => unlock());
    deps.records.write(record);
    add(
      createUploadEntry({
        record,
        original: file,
        onChange: notifyListeners,
        onStored,
        transcribeAfter,
        onTranscribable: pump,
        deps,
        release,
      }),
    );
    return id;
  }

  /** Only the tab that holds the lock sends. Other tabs wait for the lock, and then continue or find no record. */
  async function adopt(id: string) {
    const release = await deps.claim(id);
    const record = deps.records.all().find((each) => each.id === id);
    if (record === undefined || record.userId !== userId || entryOf(id) !== undefined) return release();
    // A previous release stored refused uploads after it had reported them.
    if (isRefusal(record)) {
      deps.records.drop(id);
      await deps.storedFiles.drop(id);
      return release();
    }
    const file = record.isFileStored ? await deps.storedFiles.read(id) : undefined;
    add(createUploadEntry({ record, payload: file, onChange: notifyListeners, deps, release }));
  }

  async function leave(entry: UploadEntry) {
    entry.stop();
    entries = entries.filter((each) => each !== entry);
    notifyListeners();
    deps.records.drop(entry.id);
    await deps.storedFiles.drop(entry.id);
    entry.release();
    pump();
  }

  const discard = (urls: readonly string[]) => discardUploads(deps, { userId, urls });

  /**
   * Cancels an upload here and on the server, or removes a finished one from the list. Resolves to false if the server
   * keeps the bytes for now.
   */
  async function cancel(id: string): Promise<boolean> {
    const entry = entryOf(id);
    if (entry === undefined) return true;
    const urls = entry.unfinishedUrls();
    // Noted before the record is dropped, because the page may close between the two.
    for (const url of urls) deps.discards.add(userId, url);
    await leave(entry);
    return discard(urls);
  }

  return {
    items: () => items,
    subscribe: listeners.subscribe,

    /** Resumes uploads of the last page, and those that `stop` halted. */
    start() {
      if (isStarted) return;
      isStarted = true;
      const records = deps.records.all();
      void deps.storedFiles.sweep(new Set(records.map(({ id }) => id)));
      for (const { id, userId: owner } of records)
        if (owner === userId && entryOf(id) === undefined) void adopt(id);
      void discard(deps.discards.urls(userId));
      for (const entry of entries) entry.wake();
      pump();
    },
    /** The session has ended: halts running uploads so that they can resume. */
    stop() {
      isStarted = false;
      for (const entry of entries) if (isUploadRunning(entry.item())) entry.rest();
    },
    /** A sign-out has begun: deletes all uploads of the account on the server, while the access token is valid. */
    async cancelAll() {
      isStarted = false;
      const urls = deps.records.all().flatMap((record) => (record.userId === userId ? urlsOf(record) : []));
      const ofEntries = entries.flatMap((entry) => entry.unfinishedUrls());
      await Promise.all(entries.map(leave));
      await discard([...new Set([...urls, ...ofEntries, ...deps.discards.urls(userId)])]);
    },
    /** The user has signed out: deletes all data of the account from this browser. */
    async forget() {
      isStarted = false;
      const stopped = entries;
      entries = [];
      notifyListeners();
      for (const entry of stopped) entry.stop();
      await Promise.all(stopped.map(({ id }) => deps.storedFiles.drop(id)));
      const left = deps.records.all();
      for (const record of left) if (record.userId === userId) deps.records.drop(record.id);
      for (const entry of stopped) entry.release();
      // Uploads that wait in another tab have no entry here.
      await deps.storedFiles.sweep(new Set(deps.records.all().map(({ id }) => id)));
    },

    add: addNew,
    /** Whether an upload of the same file has yet to end. */
    async isSending(file: File): Promise<boolean> {
      const alike = entries.filter((entry) => {
        const { name, bytes, parts } = entry.record();
        const isOpen = isUploadRunning(entry.item()) || entry.item().stage === 'paused';
        return isOpen && name === file.name && bytes === file.size && parts === undefined;
      });
      if (alike.length === 0) return false;
      try {
        const fingerprint = await deps.fingerprintOf(file);
        const others = alike.map(
          (entry) => entry.record().fingerprint ?? deps.fingerprintOf(entry.original() ?? file),
        );
        return (await Promise.all(others)).includes(fingerprint);
      } catch {
        // The upload itself reports a file that cannot be read.
        return false;
      }
    },
    pause(id: string) {
      entryOf(id)?.pause();
      pump();
    },
    /** Continues a paused upload, and retries a waiting or failed one at once. */
    resume(id: string) {
      entryOf(id)?.resume();
      pump();
    },
    cancel,
    /** Drops refused uploads after their reports were shown. */
    async forgetRefused() {
      await Promise.all(items.filter(({ stage }) => stage === 'refused').map(({ id }) => cancel(id)));
    },
    async sendWhole(id: string) {
      const entry = entryOf(id);
      if (entry === undefined) return;
      const urls = entry.unfinishedUrls();
      if (!(await entry.becomeWhole())) return;
      pump();
      await discard(urls);
    },
    /** Turns joined files into single uploads. Those that the server has are not sent again. */
    async separate(id: string) {
      const entry = entryOf(id);
      const { parts = [], language, voices } = entry?.record() ?? {};
      const file = entry?.original() ?? (await inMemory(entry?.payload()));
      if (entry === undefined || language === undefined || file === undefined) return;
      await leave(entry);
      for (const [at, each] of separateFiles(file, parts).entries())
        addNew({ file: each, language, voices, url: parts[at]?.url });
    },
    /** Returns false if a file differs from those that were started. */
    async bringFiles(id: string, files: readonly File[]): Promise<boolean> {
      const entry = entryOf(id);
      const parts = entry?.record().parts;
      const file = parts === undefined ? files[0] : rejoinFiles(files, parts);
      const taken = file !== undefined && ((await entry?.bring(file)) ?? false);
      if (taken) pump();
      return taken;
    },
    /** The connection may be back: retries waiting uploads, and deletions that the server has not confirmed. */
    wake() {
      void discard(deps.discards.urls(userId));
      for (const entry of entries) entry.wake();
    },
    /** The page may be closing: stores the progress of each upload. */
    remember() {
      for (const entry of entries) entry.note({});
    },
  };
}
