import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  ListPartsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { StorageConfig } from '#server/config/storage.ts';
import { codeOf } from '#server/errors/safe-message-error.ts';
import { S3Uploads } from './s3-uploads.ts';
import {
  type ByteRange,
  checkedKey,
  type OpenedStorage,
  type OpenStorageOptions,
  type PutOptions,
  type Storage,
  StorageError,
  type StoredFile,
  storedFolders,
} from './storage.ts';

const partBytes = 8 * 1_048_576;
const partsAtOnce = 3;
const deletedAtOnce = 1_000;
/** Check the free disk space this often during a download, because parallel downloads use the same disk. */
const lookEveryBytes = 32 * 1_048_576;

/** Maps S3 errors. A missing bucket means that the storage is unavailable, not that a file is missing. */
function storageErrorFromS3(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error;
  if (error.name === 'NoSuchBucket') return new StorageError('unavailable', { cause: error });
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (error.name === 'NoSuchKey' || error.name === 'NotFound' || status === 404)
    return new StorageError('missing', { cause: error });
  if (status === 507 || error.name === 'XMinioStorageFull') return new StorageError('full', { cause: error });
  return new StorageError('unavailable', { cause: error });
}

/** Statuses of servers that do not support a call or forbid it. */
const notForUs = [403, 405, 501];

const withStorageErrors = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw storageErrorFromS3(error);
  });

type S3StorageOptions = {
  client: S3Client;
  bucket: string;
  temporaryFolder: string;
  beforeFetch?: OpenStorageOptions['beforeFetch'];
};

function openS3Storage({ client, bucket, temporaryFolder, beforeFetch }: S3StorageOptions): Storage {
  const at = (key: string) => ({ Bucket: bucket, Key: checkedKey(key) });

  async function put(key: string, body: Readable, { contentType, signal }: PutOptions = {}) {
    let bytes = 0;
    async function* counted() {
      for await (const chunk of body) {
        bytes += (chunk as Buffer).length;
        yield chunk;
      }
    }
    // Streams in parts. A failed upload is aborted, so that no leftover parts cost money.
    const upload = new Upload({
      client,
      params: {
        ...at(key),
        Body: Readable.from(counted()),
        ...(contentType === undefined ? {} : { ContentType: contentType }),
      },
      partSize: partBytes,
      queueSize: partsAtOnce,
      leavePartsOnError: false,
    });
    const abort = () => void upload.abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      signal?.throwIfAborted();
      await upload.done();
      return bytes;
    } catch (error) {
      throw signal?.aborted ? signal.reason : storageErrorFromS3(error);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async function get(key: string, range?: ByteRange, abortSignal?: AbortSignal) {
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
    const command = new GetObjectCommand({ ...at(key), Range });
    const { Body, ContentLength = 0 } = await withStorageErrors(
      client.send(command, abortSignal === undefined ? {} : { abortSignal }),
    );
    return { body: Body as Readable, bytes: ContentLength };
  }

  /** Distinguishes a missing bucket from a missing file, because HEAD answers have no body. */
  async function requireBucket() {
    await client.send(new HeadBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404)
        throw new StorageError('unavailable', { cause: error });
    });
  }

  async function fetchTo(path: string, key: string, signal: AbortSignal | undefined) {
    const { body, bytes } = await get(key, undefined, signal);
    async function* whileDiskHasSpace(pieces: AsyncIterable<Buffer>) {
      let written = 0;
      let nextLookAt = 0;
      for await (const piece of pieces) {
        if (written >= nextLookAt) {
          await beforeFetch?.(bytes - written);
          nextLookAt = written + lookEveryBytes;
        }
        written += piece.length;
        yield piece;
      }
    }
    await pipeline(body, whileDiskHasSpace, createWriteStream(path), signal === undefined ? {} : { signal });
  }

  async function* list(folder: string, after?: string): AsyncIterable<StoredFile> {
    let ContinuationToken: string | undefined;
    let StartAfter = after || undefined;
    do {
      const request = { Bucket: bucket, Prefix: folder, ContinuationToken, StartAfter };
      const page = await withStorageErrors(client.send(new ListObjectsV2Command(request)));
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
        yield { key: Key, bytes: Size, changedAt: LastModified };
      ContinuationToken = page.NextContinuationToken;
      StartAfter = undefined;
    } while (ContinuationToken !== undefined);
  }

  /** The time of the newest part, for servers such as SeaweedFS that do not list when an upload began. */
  async function newestPartOf(half: { Bucket: string; Key: string; UploadId: string | undefined }) {
    const listed = await client.send(new ListPartsCommand(half)).catch((error: unknown) => {
      // The upload ended between the two calls.
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
      throw error;
    });
    const times = (listed?.Parts ?? []).flatMap(({ LastModified }) => LastModified?.getTime() ?? []);
    return times.length === 0 ? undefined : new Date(Math.max(...times));
  }

  /** The unfinished multipart uploads in our folders. The bucket may contain those of other applications. */
  async function* halvesBegun(before: Date) {
    let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
    while (markers !== undefined) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket, ...markers }),
      );
      for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
        if (!storedFolders.some((each) => Key.startsWith(`${each}/`))) continue;
        const half = { Bucket: bucket, Key, UploadId };
        // An upload without a time and without parts has an unknown age, and takes no space.
        const since = Initiated ?? (await newestPartOf(half));
        if (since !== undefined && since < before) yield half;
      }
      markers =
        page.IsTruncated === true
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
    }
  }

  async function removeHalves(before: Date): Promise<number | undefined> {
    let removed = 0;
    try {
      for await (const half of halvesBegun(before)) {
        await client.send(new AbortMultipartUploadCommand(half));
        removed += 1;
      }
      return removed;
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
      // The key lacks the permission or the server the feature, so the bucket's lifecycle rule must do it.
      if (status !== undefined && notForUs.includes(status)) return undefined;
      throw storageErrorFromS3(error);
    }
  }

  return {
    kind: 's3',
    put,
    putFile: (key, path, options) => put(key, createReadStream(path), options),
    read: async (key, range) => (await get(key, range)).body,
    list: (folder, { after } = {}) => list(folder === '' ? '' : `${folder}/`, after),
    async stat(key) {
      const request = at(key);
      try {
        const found = await client.send(new HeadObjectCommand(request));
        return { key, bytes: found.ContentLength ?? 0, changedAt: found.LastModified ?? new Date(0) };
      } catch (error) {
        const fault = storageErrorFromS3(error);
        if (!(fault instanceof StorageError) || fault.kind !== 'missing') throw fault;
        await requireBucket();
        return undefined;
      }
    },
    async remove(key) {
      await withStorageErrors(client.send(new DeleteObjectCommand(at(key))));
    },
    async removeAll(folder) {
      let keys: string[] = [];
      const flush = async () => {
        if (keys.length === 0) return;
        const Objects = keys.map((Key) => ({ Key }));
        keys = [];
        await withStorageErrors(
          client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } })),
        );
      };
      for await (const { key } of list(`${checkedKey(folder)}/`)) {
        keys.push(key);
        if (keys.length === deletedAtOnce) await flush();
      }
      await flush();
    },
    async withLocalFile(key, work, { signal } = {}) {
      const path = join(temporaryFolder, randomUUID());
      await mkdir(temporaryFolder, { recursive: true });
      try {
        await fetchTo(path, key, signal).catch((error: unknown) => {
          if (signal?.aborted) throw signal.reason;
          const full = codeOf(error) === 'ENOSPC';
          throw full ? new StorageError('full', { cause: error }) : storageErrorFromS3(error);
        });
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    removeHalves,
    async check() {
      await withStorageErrors(client.send(new HeadBucketCommand({ Bucket: bucket })));
    },
  };
}

type OpenS3Options = OpenStorageOptions & { setting: Extract<StorageConfig, { kind: 's3' }> };

export function openS3(options: OpenS3Options): OpenedStorage {
  const { setting, dataDir, uploadLifetimeMs, beforeWrite, beforeFetch } = options;
  const { bucket, region, endpoint, credentials } = setting;
  const clientConfig = {
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // A copy, because the SDK adds a field to it and the configuration is frozen.
    ...(credentials === undefined ? {} : { credentials: { ...credentials } }),
    // Many S3-compatible servers refuse the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  const client = new S3Client(clientConfig);
  return {
    storage: openS3Storage({
      client,
      bucket,
      temporaryFolder: join(dataDir, 'work', 'fetched'),
      beforeFetch,
    }),
    uploads: new S3Uploads({
      folder: join(dataDir, 'work', 'sending'),
      beforeWrite,
      partSize: partBytes,
      useTags: false,
      expirationPeriodInMilliseconds: uploadLifetimeMs,
      s3ClientConfig: { ...clientConfig, bucket },
    }),
    close: async () => client.destroy(),
  };
}
