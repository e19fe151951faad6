import { ApiError, NetworkError, UnexpectedResponseError } from '#web/api/client.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { discardUploads } from './discarded-uploads.ts';
import type { FilePart } from './join-files.ts';
import { urlsOf } from './resumable-uploads.ts';
import { uploadIdOf } from './send-bytes.ts';
import type { UploadDeps } from './upload-deps.ts';
import type { UploadEntry } from './upload-entry.ts';
import { titleOf, type UploadFailure } from './upload-item.ts';

const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** The queue reports a lasting server error after this many attempts. */
const maxTriesOfFaults = 5;
const passingStatuses: readonly number[] = [408, 409, 423, 425, 429];

const retryPauseMs = (attempt: number) => pausesMs[Math.min(attempt, pausesMs.length - 1)] as number;

type RetryDecision = 'retry' | 'give_up';

/** Retries a lost connection without limit, but a server error only a few times. */
function retryDecision(error: unknown, attempt: number): RetryDecision {
  if (error instanceof NetworkError) return 'retry';
  if (error instanceof ApiError) {
    const { recovery } = describeError(error);
    if (error.status === 503 || recovery === 'wait' || error.body.code === 'unauthenticated') return 'retry';
    return recovery === 'retry' && attempt < maxTriesOfFaults ? 'retry' : 'give_up';
  }
  if (error instanceof UnexpectedResponseError) {
    if (passingStatuses.includes(error.status) || error.status >= 502) return 'retry';
    return attempt < maxTriesOfFaults ? 'retry' : 'give_up';
  }
  return 'give_up';
}

const noLine = 'Sem conexão. Continuamos sozinhos quando ela voltar.';
const noAnswer = 'O servidor não respondeu. Continuamos sozinhos assim que der.';
const otherFault = 'Erro ao enviar arquivo.';
const unreadable =
  'Não conseguimos mais ler o arquivo: ele mudou de lugar ou foi alterado. Escolha-o de novo.';

type Work = { entry: UploadEntry; deps: UploadDeps; signal: AbortSignal };

function toUploadFailure(error: unknown): UploadFailure {
  if (!(error instanceof ApiError)) return { text: otherFault, way: 'retry' };
  const { code, error: text } = error.body;
  if (code === 'quota_spent' || code === 'account_full') return { text, way: 'plans' };
  if (code === 'file_too_long') return { text, way: 'longer' };
  return {
    text,
    way: describeError(error).recovery === 'correct' && code !== 'too_many_uploads' ? 'none' : 'retry',
  };
}

/** True if the server's message helps the user. Messages about conflicting requests do not. */
const hasServerText = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 503 || describeError(error).recovery === 'wait');

function awayTextOf(error: unknown, { isOnline }: UploadDeps) {
  if (!isOnline()) return noLine;
  return hasServerText(error) ? error.body.error : noAnswer;
}

/** Returns the audio of a video if that is enough, or else the file itself. */
async function prepare({ entry, deps, signal }: Work): Promise<File | undefined> {
  const ready = entry.payload();
  if (ready !== undefined) return ready;
  const original = entry.original();
  if (original === undefined) return undefined;
  const { id, sendsWholeVideo, url, name, parts } = entry.record();
  if (entry.record().fingerprint === undefined)
    entry.note({ fingerprint: await deps.fingerprintOf(original) });
  // An upload that started with the whole file continues with it, because the server has its first bytes.
  if (!sendsWholeVideo && parts === undefined && url === undefined && deps.hasPicture(name)) {
    entry.show('preparing', { prepared: 0 });
    const onProgress = (prepared: number) => {
      if (!signal.aborted) entry.show('preparing', { prepared });
    };
    const sound = await deps.storedFiles.takeSound(id, original, { signal, onProgress });
    signal.throwIfAborted();
    if (sound !== undefined) {
      const { file } = sound;
      // Keep the user's file name; the server detects the format itself.
      entry.takePayload(file, {
        sendName: name,
        sendBytes: file.size,
        isSoundOnly: true,
        isFileStored: true,
      });
      entry.stored();
      return file;
    }
  }
  entry.takePayload(original, { sendName: name, sendBytes: original.size, isSoundOnly: false });
  const keeping = keep({ entry, deps, signal }, original);
  // The recorder deletes its file once it is stored here, so wait and read from the stored copy.
  if (entry.isAwaited()) await keeping;
  signal.throwIfAborted();
  return entry.payload();
}

/** Stores a copy in parallel with the upload. If the page closes first, the user chooses the file again. */
async function keep({ entry, deps }: Work, file: File) {
  if (entry.record().isFileStored) return;
  const isFileStored = await deps.storedFiles.keep(entry.id, file);
  if (!isFileStored) return;
  const isNeeded = !entry.isGone() && entry.item().stage !== 'done' && !entry.record().isSoundOnly;
  const copy = isNeeded ? await deps.storedFiles.read(entry.id) : undefined;
  if (copy === undefined) return deps.storedFiles.drop(entry.id);
  entry.takePayload(copy, { isFileStored });
  entry.stored();
}

const discard = ({ entry, deps }: Omit<Work, 'signal'>, urls: readonly string[]) =>
  discardUploads(deps, { userId: entry.record().userId, urls });

/** Sends each file on its own. For a file that the server has, the client asks only how many bytes are there. */
async function sendParts({ entry, deps, signal }: Work, file: File, parts: readonly FilePart[]) {
  let sentBytes = 0;
  for (const [index, { fileName, bytes, url }] of parts.entries()) {
    const from = sentBytes;
    sentBytes += bytes;
    const partUrl = () => entry.record().parts?.[index]?.url;
    await deps.sendBytes({
      file: file.slice(from, sentBytes),
      name: fileName,
      url,
      signal,
      onUrl(next) {
        if (signal.aborted && partUrl() !== next) return void discard({ entry, deps }, [next]);
        entry.note({ parts: entry.record().parts?.with(index, { fileName, bytes, url: next }) });
      },
      onProgress: (sent) => entry.progress(from + sent),
    });
    entry.note({ sentBytes });
  }
}

async function send({ entry, deps, signal }: Work, file: File) {
  const { sendName, isRecording, url, parts } = entry.record();
  entry.show('sending');
  if (parts !== undefined) return sendParts({ entry, deps, signal }, file, parts);
  await deps.sendBytes({
    file,
    // The generated name of a recording becomes its title instead, because it is not a file of the user.
    name: isRecording ? undefined : sendName,
    url,
    signal,
    onUrl(next) {
      if (signal.aborted && entry.record().url !== next) return void discard({ entry, deps }, [next]);
      entry.note({ url: next });
    },
    onProgress: entry.progress,
  });
  entry.note({ sentBytes: file.size });
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.body.code : undefined);

/** Returns undefined if the transcription already exists because an earlier response was lost. */
async function finish({ entry, deps, signal }: Work): Promise<string | undefined> {
  const { language, voices, transcriptionRequested, ...record } = entry.record();
  const title = titleOf(record);
  const uploadIds = urlsOf(record).map(uploadIdOf);
  entry.note({ transcriptionRequested: true });
  entry.show('finishing');
  try {
    return (await deps.transcribe({ uploadIds, title, language, voices, signal })).jobId;
  } catch (error) {
    const code = codeOf(error);
    // Joined files may also be lost because the server refused one of them, and that answer was lost.
    const isUsed = code === 'conflict' || (code === 'not_found' && record.parts === undefined);
    if (transcriptionRequested && isUsed) return undefined;
    const isAnswered = error instanceof ApiError || error instanceof UnexpectedResponseError;
    // An answer means that no response is lost, unless an earlier request, whose response was lost, still runs.
    if (isAnswered && code !== 'upload_in_use') entry.note({ transcriptionRequested: false });
    throw error;
  }
}

async function once(work: Work) {
  const { entry } = work;
  const file = await prepare(work);
  const { sentBytes, sendBytes, parts } = entry.record();
  const isThere = urlsOf(entry.record()).length === (parts?.length ?? 1) && sentBytes === sendBytes;
  if (!isThere) {
    if (file === undefined) return entry.show('file_wanted');
    await send(work, file);
  }
  work.signal.throwIfAborted();
  // The queue begins it again at the end of the undo. Until then its place is free for the next file.
  if (entry.isUndoable()) return entry.waitForUndo();
  entry.succeed(await finish(work));
}

/** Resets an upload that the server has lost. Returns false for other errors. */
function resetLostUpload({ entry, deps }: Omit<Work, 'signal'>, error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'not_found') {
    const { parts } = entry.record();
    // Of joined files, the server has deleted only the one that it refused. All are sent again.
    if (parts !== undefined) void discard({ entry, deps }, urlsOf({ parts }));
    const unsent = parts?.map(({ fileName, bytes }) => ({ fileName, bytes }));
    entry.note({ url: undefined, sentBytes: 0, parts: unsent });
  }
  if (code === 'upload_unfinished') entry.note({ sentBytes: 0 });
  return code === 'not_found' || code === 'upload_unfinished';
}

/** Reading a moved or changed file fails, which looks like a lost connection. Each joined file may be the one. */
async function canBeRead(entry: UploadEntry) {
  const file = entry.payload() ?? entry.original();
  let at = 0;
  try {
    for (const { bytes } of entry.record().parts ?? [{ bytes: 0 }]) {
      await file?.slice(at, at + 1).arrayBuffer();
      at += bytes;
    }
    return true;
  } catch {
    return false;
  }
}

/** Runs until the upload is done, fails, only waits for the end of its undo, or the signal aborts. Never rejects. */
export async function runUpload(entry: UploadEntry, deps: UploadDeps, signal: AbortSignal) {
  let attempt = 0;
  let wasReset = false;
  let sentBefore = entry.record().sentBytes;
  while (!signal.aborted) {
    try {
      await once({ entry, deps, signal });
      break;
    } catch (error) {
      if (!(await canBeRead(entry))) entry.fail({ text: unreadable, way: 'none' });
      if (signal.aborted || entry.hasFailed()) break;
      const { sentBytes } = entry.record();
      // Progress since the last error proves that the connection works.
      if (sentBytes > sentBefore) attempt = 0;
      const isReset: boolean = !wasReset && resetLostUpload({ entry, deps }, error);
      wasReset ||= isReset;
      sentBefore = entry.record().sentBytes;
      if (!isReset && retryDecision(error, attempt) === 'give_up') {
        entry.fail(toUploadFailure(error));
        break;
      }
      entry.show('away', { awayText: awayTextOf(error, deps) });
      await entry.waitAwhile(retryPauseMs(attempt), signal);
      attempt += 1;
    }
  }
  entry.ended(signal);
}
