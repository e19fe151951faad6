import { z } from 'zod';
import { attempt } from '../../browser/attempt.ts';
import { storageKeys } from '../../browser/storage-keys.ts';

const edgeBytes = 262_144;

/** FNV-1a is enough, because the mark is no secret. Web Crypto does not exist on pages without TLS. */
function mix(hash: number, bytes: Uint8Array) {
  let mixed = hash;
  for (const byte of bytes) mixed = Math.imul(mixed ^ byte, 16_777_619) >>> 0;
  return mixed;
}

/** Identifies a file by its size and both ends, because the user may have renamed it. */
export async function markOf(file: Blob): Promise<string> {
  const ends = [file.slice(0, edgeBytes), file.slice(Math.max(0, file.size - edgeBytes))];
  let hash = 2_166_136_261;
  for (const end of ends) hash = mix(hash, new Uint8Array(await end.arrayBuffer()));
  return `${file.size}-${hash.toString(16)}`;
}

/** The stored state of an upload. Its bytes are in the vault or must be chosen again. */
const UploadRecordSchema = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  /** The size of the chosen file. */
  bytes: z.number(),
  /** Undefined while the file is still being read. */
  mark: z.string().optional(),
  title: z.string().optional(),
  language: z.string(),
  sendName: z.string(),
  sendBytes: z.number(),
  sentBytes: z.number(),
  url: z.string().optional(),
  /** Recorded in this browser, so there is no other copy. */
  isRecording: z.boolean(),
  isSoundOnly: z.boolean(),
  isWholeWished: z.boolean(),
  /** Stored in this browser, so that the upload resumes by itself after a reload. */
  isKept: z.boolean(),
  isPaused: z.boolean(),
  /** Whether a transcription was requested whose response may be lost. */
  wasAskedFor: z.boolean(),
  fault: z.object({ text: z.string(), way: z.enum(['retry', 'plans', 'longer', 'none']) }).optional(),
  begunAtMs: z.number(),
});
export type UploadRecord = z.infer<typeof UploadRecordSchema>;

const prefix = storageKeys.uploads;
const keyOf = ({ userId, id }: Pick<UploadRecord, 'userId' | 'id'>) => `${prefix}${userId}.${id}`;
const ownKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));

const read = (key: string) =>
  attempt(() => UploadRecordSchema.parse(JSON.parse(localStorage.getItem(key) ?? '')));

/**
 * Uses one key per upload, because several tabs write at the same time. If storage is full or blocked, the upload
 * lasts as long as the page.
 */
export const browserRecords = {
  /** Records of all accounts in this browser. */
  all() {
    const records = attempt(ownKeys)?.map(read) ?? [];
    return records.filter((record) => record !== undefined);
  },
  write(record: UploadRecord) {
    attempt(() => localStorage.setItem(keyOf(record), JSON.stringify(record)));
  },
  drop(id: string) {
    // The previous release wrote keys without the account's id.
    const isOf = (key: string) => key === prefix + id || key.endsWith(`.${id}`);
    for (const key of attempt(ownKeys) ?? []) if (isOf(key)) attempt(() => localStorage.removeItem(key));
  },
};

/** Whether to send whole videos. */
export function readWholeVideoChoice(): boolean {
  return attempt(() => localStorage.getItem(storageKeys.wholeVideo)) === 'true';
}

/** If storage is blocked, the choice lasts as long as this screen. */
export function rememberWholeVideoChoice(isWhole: boolean) {
  attempt(() => localStorage.setItem(storageKeys.wholeVideo, String(isWhole)));
}
