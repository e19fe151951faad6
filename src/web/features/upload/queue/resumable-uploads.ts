import { z } from 'zod';
import { attempt } from '#web/browser/attempt.ts';
import { readStored, storedKeys, writeStored } from '#web/browser/local-storage.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';

/**
 * The stored state of an upload. Its bytes are in the stored files or must be chosen again. The names of the fields
 * are those of earlier releases, whose uploads must resume too.
 */
const StoredRecordSchema = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  /** The size of the chosen file. */
  bytes: z.number(),
  mark: z.string().optional(),
  title: z.string().optional(),
  language: z.string(),
  /** How many people speak, if the person said so. */
  voices: z.number().optional(),
  sendName: z.string(),
  sendBytes: z.number(),
  sentBytes: z.number(),
  url: z.string().optional(),
  /** Recorded in this browser, so there is no other copy. */
  isRecording: z.boolean(),
  isSoundOnly: z.boolean(),
  isWholeWished: z.boolean(),
  isKept: z.boolean(),
  isPaused: z.boolean(),
  wasAskedFor: z.boolean(),
  fault: z.object({ text: z.string(), way: z.enum(['retry', 'plans', 'longer', 'none']) }).optional(),
  begunAtMs: z.number(),
  /** The files that this upload joins, in the order of their bytes. */
  parts: z
    .array(z.object({ fileName: z.string(), bytes: z.number(), url: z.string().optional() }))
    .optional(),
});
type StoredRecord = z.infer<typeof StoredRecordSchema>;

/** The data that resuming an upload needs. */
export type UploadRecord = Omit<StoredRecord, 'mark' | 'isWholeWished' | 'isKept' | 'wasAskedFor'> & {
  /** Undefined while the file is still being read. */
  fingerprint?: string | undefined;
  sendsWholeVideo: boolean;
  /** The file is stored in this browser, so that the upload resumes by itself after a reload. */
  isFileStored: boolean;
  /** Whether a transcription was requested whose response may be lost. */
  transcriptionRequested: boolean;
};

const fromStored = ({ mark, isWholeWished, isKept, wasAskedFor, ...record }: StoredRecord): UploadRecord => ({
  ...record,
  fingerprint: mark,
  sendsWholeVideo: isWholeWished,
  isFileStored: isKept,
  transcriptionRequested: wasAskedFor,
});

const toStored = (upload: UploadRecord): StoredRecord => {
  const { fingerprint, sendsWholeVideo, isFileStored, transcriptionRequested, ...record } = upload;
  return {
    ...record,
    mark: fingerprint,
    isWholeWished: sendsWholeVideo,
    isKept: isFileStored,
    wasAskedFor: transcriptionRequested,
  };
};

/** The uploads on the server; one for each of the joined files. */
export const urlsOf = ({ url, parts }: Pick<UploadRecord, 'url' | 'parts'>): string[] =>
  (parts ?? [{ url }]).flatMap((each) => each.url ?? []);

const prefix = storageKeys.uploads;
const keyOf = ({ userId, id }: Pick<UploadRecord, 'userId' | 'id'>) => `${prefix}${userId}.${id}`;
const ownKeys = () => storedKeys().filter((key) => key.startsWith(prefix));

const read = (key: string) =>
  attempt(() => fromStored(StoredRecordSchema.parse(JSON.parse(readStored(key) ?? ''))));

/**
 * Uses one key per upload, because several tabs write at the same time. If storage is full or blocked, the upload
 * lasts as long as the page.
 */
export const browserRecords = {
  /** Records of all accounts in this browser. */
  all() {
    const records = ownKeys().map(read);
    return records.filter((record) => record !== undefined);
  },
  write(record: UploadRecord) {
    writeStored(keyOf(record), JSON.stringify(toStored(record)));
  },
  drop(id: string) {
    // The previous release wrote keys without the account's id.
    const isOf = (key: string) => key === prefix + id || key.endsWith(`.${id}`);
    for (const key of ownKeys()) if (isOf(key)) writeStored(key, null);
  },
};

/** Whether to send whole videos. */
export function readWholeVideoChoice(): boolean {
  return readStored(storageKeys.wholeVideo) === 'true';
}

/** If storage is blocked, the choice lasts as long as this screen. */
export function rememberWholeVideoChoice(isWhole: boolean) {
  writeStored(storageKeys.wholeVideo, String(isWhole));
}
