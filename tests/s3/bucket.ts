import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** S3 allows a smaller size only for the last part. */
const minPartBytes = 5 * 1_048_576;

/** A refusal with one of S3's codes. The SDK uses the code as the name of its error. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

type Stored = Readonly<{ path: string; bytes: number; md5: string; changedAt: Date }>;
type StoredObject = Stored & Readonly<{ key: string; headers: Record<string, string> }>;
type MultipartUpload = Readonly<{
  id: string;
  key: string;
  begunAt: Date;
  headers: Record<string, string>;
  parts: Map<number, Stored>;
}>;

export type Bucket = Awaited<ReturnType<typeof openBucket>>;

/** Stores the bytes of one bucket as files. Memory holds the index, so a restart empties the bucket. */
export async function openBucket(folder: string) {
  await mkdir(folder, { recursive: true });
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, MultipartUpload>();

  /** Writes a new file, so that an incomplete body replaces nothing. */
  async function write(body: AsyncIterable<Buffer>): Promise<Stored> {
    const path = join(folder, randomUUID());
    const md5 = createHash('md5');
    let bytes = 0;
    async function* counted() {
      for await (const piece of body) {
        md5.update(piece);
        bytes += piece.length;
        yield piece;
      }
    }
    try {
      await pipeline(counted, createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, bytes, md5: md5.digest('hex'), changedAt: new Date() };
  }

  async function remove(key: string) {
    const object = objects.get(key);
    objects.delete(key);
    if (object !== undefined) await rm(object.path, { force: true });
  }

  /** Replaces the object immediately. A reader of the old object can still read its open file. */
  async function replace(object: StoredObject) {
    const old = objects.get(object.key);
    objects.set(object.key, object);
    if (old !== undefined) await rm(old.path, { force: true });
  }

  function uploadOf(id: string): MultipartUpload {
    const upload = uploads.get(id);
    if (upload === undefined) throw new S3Refusal(404, 'NoSuchUpload');
    return upload;
  }

  async function abort(id: string) {
    const { parts } = uploadOf(id);
    uploads.delete(id);
    for (const { path } of parts.values()) await rm(path, { force: true });
  }

  return {
    get: (key: string): StoredObject => {
      const object = objects.get(key);
      if (object === undefined) throw new S3Refusal(404, 'NoSuchKey');
      return object;
    },
    put: async (key: string, headers: Record<string, string>, body: AsyncIterable<Buffer>) => {
      const stored = await write(body);
      await replace({ ...stored, key, headers });
      return stored;
    },
    remove,
    /** Returns the objects sorted by key. The keys are ASCII, so JavaScript sorts them as S3 does. */
    list: (prefix: string, after: string) =>
      [...objects.values()]
        .filter(({ key }) => key.startsWith(prefix) && key > after)
        .toSorted((one, other) => (one.key < other.key ? -1 : 1)),

    uploads: () => [...uploads.values()],
    begin: (key: string, headers: Record<string, string>) => {
      const id = randomUUID();
      uploads.set(id, { id, key, headers, begunAt: new Date(), parts: new Map() });
      return id;
    },
    putPart: async (id: string, number: number, body: AsyncIterable<Buffer>) => {
      uploadOf(id);
      const stored = await write(body);
      const { parts } = uploadOf(id);
      const old = parts.get(number);
      parts.set(number, stored);
      if (old !== undefined) await rm(old.path, { force: true });
      return stored;
    },
    parts: (id: string) => [...uploadOf(id).parts].toSorted(([one], [other]) => one - other),
    complete: async (id: string, listed: readonly { number: number; md5: string }[]) => {
      const { key, headers, parts } = uploadOf(id);
      const chosen = listed.map(({ number, md5 }) => {
        const part = parts.get(number);
        if (part?.md5 !== md5) throw new S3Refusal(400, 'InvalidPart', `part ${number}`);
        return part;
      });
      if (chosen.length === 0) throw new S3Refusal(400, 'MalformedXML');
      if (chosen.slice(0, -1).some(({ bytes }) => bytes < minPartBytes))
        throw new S3Refusal(400, 'EntityTooSmall');
      async function* joined() {
        for (const { path } of chosen) yield* createReadStream(path);
      }
      const whole = await write(joined());
      const md5s = Buffer.from(chosen.map(({ md5 }) => md5).join(''), 'hex');
      const md5 = `${createHash('md5').update(md5s).digest('hex')}-${chosen.length}`;
      await replace({ ...whole, md5, key, headers });
      await abort(id);
      return md5;
    },
    abort,
  };
}
