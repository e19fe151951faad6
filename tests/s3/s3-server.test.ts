import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { startS3Server } from './s3-server.ts';

const Bucket = 'gravacoes';
const megabyte = 1_048_576;

async function opened() {
  const folder = await temporaryFolder();
  const server = await startS3Server({ folder: folder.path, bucket: Bucket, accessKeyId: 'key' });
  const clientOf = (accessKeyId: string) =>
    new S3({
      region: 'us-east-1',
      endpoint: server.endpoint,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey: 'secret' },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  const s3 = clientOf('key');
  return {
    s3,
    server,
    clientOf,
    textOf: async (Key: string, Range?: string) => {
      const { Body } = await s3.getObject({ Bucket, Key, Range });
      return Body?.transformToString();
    },
    files: () => readdir(join(folder.path, Bucket)),
    [Symbol.asyncDispose]: async () => {
      s3.destroy();
      await server.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('the server returns the bytes and headers of an object until a client replaces or deletes it', async () => {
  await using it = await opened();
  const Key = 'uploads/um/original';
  const put = (Body: string) =>
    it.s3.putObject({ Bucket, Key, Body, ContentType: 'audio/mpeg', Metadata: { 'upload-id': 'um' } });
  await put('antes');
  const { ETag } = await put('Olá, mundo');
  expect(await it.textOf(Key)).toBe('Olá, mundo');
  expect(await it.s3.headObject({ Bucket, Key })).toMatchObject({
    ETag,
    ContentLength: 11,
    ContentType: 'audio/mpeg',
    LastModified: expect.any(Date),
    Metadata: { 'upload-id': 'um' },
  });
  expect(await it.files()).toHaveLength(1);
  for (let time = 0; time < 2; time += 1) await it.s3.deleteObject({ Bucket, Key });
  await expect(it.textOf(Key)).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(it.s3.headObject({ Bucket, Key })).rejects.toMatchObject({ name: 'NotFound' });
  expect(await it.files()).toEqual([]);
});

test('the server returns a range of an object, and refuses a range beyond its end', async () => {
  await using it = await opened();
  await it.s3.putObject({ Bucket, Key: 'a', Body: 'Bom dia' });
  expect(await it.textOf('a', 'bytes=4-6')).toBe('dia');
  expect(await it.textOf('a', 'bytes=4-')).toBe('dia');
  expect(await it.textOf('a', 'bytes=4-99')).toBe('dia');
  expect(await it.s3.getObject({ Bucket, Key: 'a', Range: 'bytes=0-2' })).toMatchObject({
    ContentLength: 3,
    ContentRange: 'bytes 0-2/7',
  });
  await expect(it.textOf('a', 'bytes=7-8')).rejects.toMatchObject({ name: 'InvalidRange' });
  await expect(it.textOf('a', 'bytes=3-1')).rejects.toMatchObject({ name: 'NotImplemented' });
});

test('the server joins the parts of a multipart upload by their numbers', async () => {
  await using it = await opened();
  const at = { Bucket, Key: 'grande' };
  const { UploadId } = await it.s3.createMultipartUpload({ ...at, ContentType: 'audio/wav' });
  const [first, last] = [randomBytes(5 * megabyte), randomBytes(100)];
  const send = (PartNumber: number, Body: Buffer) => it.s3.uploadPart({ ...at, UploadId, PartNumber, Body });
  await send(2, last);
  await send(1, first);
  const { Parts = [] } = await it.s3.listParts({ ...at, UploadId });
  expect(Parts).toMatchObject([
    { PartNumber: 1, Size: first.length, LastModified: expect.any(Date) },
    { PartNumber: 2, Size: 100 },
  ]);
  expect((await it.s3.listMultipartUploads({ Bucket })).Uploads).toMatchObject([
    { Key: 'grande', UploadId, Initiated: expect.any(Date) },
  ]);
  await expect(it.textOf('grande')).rejects.toMatchObject({ name: 'NoSuchKey' });
  const parts = Parts.map(({ ETag, PartNumber }) => ({ ETag, PartNumber }));
  const complete = (of: typeof parts) =>
    it.s3.completeMultipartUpload({ ...at, UploadId, MultipartUpload: { Parts: of } });
  await expect(complete(parts.toReversed())).rejects.toMatchObject({ name: 'EntityTooSmall' });
  await expect(complete([{ ETag: '"0"', PartNumber: 1 }])).rejects.toMatchObject({ name: 'InvalidPart' });
  await complete(parts);
  const { Body, ContentType } = await it.s3.getObject(at);
  expect(ContentType).toBe('audio/wav');
  expect(Buffer.concat([first, last]).equals((await Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(
    true,
  );
  expect(it.server.unfinishedUploads()).toEqual([]);
  expect(await it.files()).toHaveLength(1);
});

test('the server deletes the files of an aborted multipart upload', async () => {
  await using it = await opened();
  const at = { Bucket, Key: 'desistido' };
  const { UploadId } = await it.s3.createMultipartUpload(at);
  await it.s3.uploadPart({ ...at, UploadId, PartNumber: 1, Body: 'a' });
  expect(it.server.unfinishedUploads()).toEqual(['desistido']);
  await it.s3.abortMultipartUpload({ ...at, UploadId });
  expect(await it.files()).toEqual([]);
  await expect(it.s3.listParts({ ...at, UploadId })).rejects.toMatchObject({ name: 'NoSuchUpload' });
});

test('the server lists objects in sorted pages, and deletes many objects in one call', async () => {
  await using it = await opened();
  for (const Key of ['u/b', 't/c', 't/a', 't/b']) await it.s3.putObject({ Bucket, Key, Body: 'a' });
  const page = { Bucket, Prefix: 't/', MaxKeys: 2 };
  const first = await it.s3.listObjectsV2(page);
  expect(first).toMatchObject({ IsTruncated: true, Contents: [{ Key: 't/a', Size: 1 }, { Key: 't/b' }] });
  const ContinuationToken = first.NextContinuationToken;
  const second = await it.s3.listObjectsV2({ ...page, ContinuationToken });
  expect(second).toMatchObject({ IsTruncated: false, Contents: [{ Key: 't/c' }] });
  const keys = async (StartAfter: string) =>
    (await it.s3.listObjectsV2({ Bucket, StartAfter })).Contents?.map(({ Key }) => Key);
  expect(await keys('t/b')).toEqual(['t/c', 'u/b']);
  await it.s3.deleteObjects({ Bucket, Delete: { Objects: [{ Key: 't/a' }, { Key: 't/c' }] } });
  expect(await keys('')).toEqual(['t/b', 'u/b']);
});

test('the server replaces no object by an incomplete body', async () => {
  await using it = await opened();
  await it.s3.putObject({ Bucket, Key: 'a', Body: 'antes' });
  const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=key/', 'content-length': 2 * megabyte };
  const broken = request(`${it.server.endpoint}/${Bucket}/a`, { method: 'PUT', headers });
  broken.on('error', () => {});
  broken.write(Buffer.alloc(megabyte));
  await expect.poll(it.files).toHaveLength(2);
  broken.destroy();
  await expect.poll(it.files).toHaveLength(1);
  expect(await it.textOf('a')).toBe('antes');
});

test('the server refuses an unknown bucket, an unknown key id and an unknown call', async () => {
  await using it = await opened();
  expect((await it.s3.headBucket({ Bucket })).$metadata.httpStatusCode).toBe(200);
  await expect(it.s3.getObject({ Bucket: 'outro', Key: 'a' })).rejects.toMatchObject({
    name: 'NoSuchBucket',
  });
  const other = it.clientOf('other');
  await expect(other.headBucket({ Bucket })).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  other.destroy();
  for (const call of [
    () => it.s3.getBucketAcl({ Bucket }),
    () => it.s3.copyObject({ Bucket, Key: 'b', CopySource: `${Bucket}/a` }),
    () => it.s3.listObjectsV2({ Bucket, Delimiter: '/' }),
    () => it.s3.listMultipartUploads({ Bucket, Prefix: 't/' }),
  ])
    await expect(call()).rejects.toMatchObject({ name: 'NotImplemented' });
});
