import { z } from 'zod';
import { storageKeys } from '../../browser/storage-keys.ts';

const edgeBytes = 262_144;

/** FNV-1a: a mark, not a secret; it also works where the page is not served over TLS. */
function mix(hash: number, bytes: Uint8Array) {
  let mixed = hash;
  for (const byte of bytes) mixed = Math.imul(mixed ^ byte, 16_777_619) >>> 0;
  return mixed;
}

/** Tells whether a file is the one that was begun, by its size and both its ends: its name may have changed. */
export async function markOf(file: Blob): Promise<string> {
  const ends = [file.slice(0, edgeBytes), file.slice(Math.max(0, file.size - edgeBytes))];
  let hash = 2_166_136_261;
  for (const end of ends) hash = mix(hash, new Uint8Array(await end.arrayBuffer()));
  return `${file.size}-${hash.toString(16)}`;
}

/** What of an upload outlives the page; its bytes are in the vault, or with the person. */
const UploadRecordSchema = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** Undefined while the file is still being read. */
  mark: z.string().optional(),
  title: z.string().optional(),
  language: z.string(),
  sendName: z.string(),
  sendBytes: z.number(),
  sentBytes: z.number(),
  url: z.string().optional(),
  /** There is no other copy of it. */
  isRecording: z.boolean(),
  isSoundOnly: z.boolean(),
  isWholeWished: z.boolean(),
  isKept: z.boolean(),
  isPaused: z.boolean(),
  /** Whether the transcription was asked for: an answer may have been lost on its way. */
  wasAskedFor: z.boolean(),
  fault: z.object({ text: z.string(), way: z.enum(['retry', 'plans', 'longer', 'none']) }).optional(),
  begunAtMs: z.number(),
});
export type UploadRecord = z.infer<typeof UploadRecordSchema>;

export type UploadRecords = {
  /** Of everybody who uses this browser. */
  all: () => UploadRecord[];
  write: (record: UploadRecord) => void;
  drop: (id: string) => void;
};

const prefix = storageKeys.uploads;
const keyOf = ({ userId, id }: Pick<UploadRecord, 'userId' | 'id'>) => `${prefix}${userId}.${id}`;
const ownKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));

function parse(text: string | null): UploadRecord | undefined {
  try {
    return UploadRecordSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/** One entry for each upload: several tabs write at once. */
export const browserRecords: UploadRecords = {
  all() {
    try {
      return ownKeys()
        .map((key) => parse(localStorage.getItem(key)))
        .filter((record) => record !== undefined);
    } catch {
      return [];
    }
  },
  write(record) {
    try {
      localStorage.setItem(keyOf(record), JSON.stringify(record));
    } catch {
      // Full or forbidden: the upload then lasts as long as the page.
    }
  },
  drop(id) {
    try {
      // The previous release wrote keys without the account's id.
      const isOf = (key: string) => key === prefix + id || key.endsWith(`.${id}`);
      for (const key of ownKeys().filter(isOf)) localStorage.removeItem(key);
    } catch {
      // Nothing was written either.
    }
  },
};

/** Whether films are sent with their picture. */
export function readWholeVideoChoice(): boolean {
  try {
    return localStorage.getItem(storageKeys.wholeVideo) === 'true';
  } catch {
    return false;
  }
}

export function rememberWholeVideoChoice(isWhole: boolean) {
  try {
    localStorage.setItem(storageKeys.wholeVideo, String(isWhole));
  } catch {
    // The choice then holds for this screen.
  }
}
