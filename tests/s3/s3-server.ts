import { once } from 'node:events';
import { createReadStream, openSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Bucket, openBucket, S3Refusal } from './bucket.ts';

const maxPageKeys = 1_000;

/** The product's keys need no escaping in XML or in a URL. */
const keyPattern = /^[\w./-]+$/;

/** These query parameters select an operation. */
const selectors = ['uploadId', 'uploads', 'delete', 'list-type'];
/** The other query parameters that the product sends with an operation. */
const parametersOf: Readonly<Record<string, readonly string[]>> = {
  'PUT object uploadId': ['partNumber'],
  'GET bucket list-type': ['prefix', 'max-keys', 'start-after', 'continuation-token'],
};
/** The SDK adds its own name of the operation to most calls. */
const sdkParameter = 'x-id';

type Call = Readonly<{ request: IncomingMessage; key: string; query: URLSearchParams }>;
type Answer = Readonly<{
  status?: number;
  headers?: Record<string, string | number>;
  body?: string | Readable;
}>;
type Operations = Readonly<Record<string, (call: Call) => Answer | Promise<Answer>>>;

const xml = (name: string, inner: string): Answer => ({
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<${name}>${inner}</${name}>`,
});

const etag = (md5: string) => `"${md5}"`;

/** S3 returns these headers of an upload with the object. */
const metadataHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && (entry[0] === 'content-type' || entry[0].startsWith('x-amz-meta-')),
    ),
  );

function rangeOf(header: string | undefined, bytes: number) {
  if (header === undefined) return undefined;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  if (first === undefined) throw new S3Refusal(501, 'NotImplemented', `the range ${header}`);
  const start = Number(first);
  if (last !== '' && start > Number(last)) throw new S3Refusal(501, 'NotImplemented', `the range ${header}`);
  if (start >= bytes) throw new S3Refusal(416, 'InvalidRange');
  return { start, end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}

function objectOperations(bucket: Bucket): Operations {
  const headersOf = (key: string) => {
    const { bytes, md5, changedAt, headers } = bucket.get(key);
    const times = { 'last-modified': changedAt.toUTCString(), etag: etag(md5) };
    return { 'content-type': 'binary/octet-stream', ...headers, ...times, 'content-length': bytes };
  };

  return {
    'HEAD object': ({ key }) => ({ headers: headersOf(key) }),
    'GET object': ({ request, key }) => {
      const { path, bytes } = bucket.get(key);
      const range = rangeOf(request.headers.range, bytes);
      // Open the file now. The stream would open it later, when another call may have deleted it.
      const body = createReadStream(path, { fd: openSync(path, 'r'), ...range });
      if (range === undefined) return { headers: headersOf(key), body };
      const { start, end } = range;
      const part = { 'content-range': `bytes ${start}-${end}/${bytes}`, 'content-length': end - start + 1 };
      return { status: 206, headers: { ...headersOf(key), ...part }, body };
    },
    'PUT object': async ({ request, key }) => {
      const { md5 } = await bucket.put(key, metadataHeaders(request), request);
      return { headers: { etag: etag(md5) } };
    },
    'DELETE object': async ({ key }) => {
      await bucket.remove(key);
      return { status: 204 };
    },
    'POST bucket delete': async ({ request }) => {
      const keys = [...(await text(request)).matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = '']) => key);
      for (const key of keys) await bucket.remove(key);
      return xml('DeleteResult', '');
    },
    'GET bucket list-type': ({ query }) => {
      const token = query.get('continuation-token');
      const after = token ?? query.get('start-after') ?? '';
      const found = bucket.list(query.get('prefix') ?? '', after);
      const page = found.slice(0, Number(query.get('max-keys') ?? maxPageKeys));
      const contents = page.map(
        ({ key, bytes, changedAt, md5 }) =>
          `<Contents><Key>${key}</Key><Size>${bytes}</Size><LastModified>${changedAt.toISOString()}</LastModified><ETag>${etag(md5)}</ETag></Contents>`,
      );
      const isTruncated = found.length > page.length;
      const next = isTruncated ? `<NextContinuationToken>${page.at(-1)?.key}</NextContinuationToken>` : '';
      return xml('ListBucketResult', `<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}`);
    },
  };
}

function multipartOperations(bucket: Bucket, listsStartTimes: boolean): Operations {
  const idIn = (query: URLSearchParams) => query.get('uploadId') ?? '';

  return {
    'POST object uploads': ({ request, key }) =>
      xml(
        'InitiateMultipartUploadResult',
        `<UploadId>${bucket.begin(key, metadataHeaders(request))}</UploadId>`,
      ),
    'PUT object uploadId': async ({ request, query }) => {
      const { md5 } = await bucket.putPart(idIn(query), Number(query.get('partNumber')), request);
      return { headers: { etag: etag(md5) } };
    },
    'POST object uploadId': async ({ request, query }) => {
      const parts = [...(await text(request)).matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
        number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
        md5: /[\da-f]{32}/.exec(part)?.[0] ?? '',
      }));
      const md5 = await bucket.complete(idIn(query), parts);
      return xml('CompleteMultipartUploadResult', `<ETag>${etag(md5)}</ETag>`);
    },
    'DELETE object uploadId': async ({ query }) => {
      await bucket.abort(idIn(query));
      return { status: 204 };
    },
    'GET object uploadId': ({ query }) => {
      const parts = bucket
        .parts(idIn(query))
        .map(
          ([number, { bytes, md5, changedAt }]) =>
            `<Part><PartNumber>${number}</PartNumber><LastModified>${changedAt.toISOString()}</LastModified><ETag>${etag(md5)}</ETag><Size>${bytes}</Size></Part>`,
        );
      return xml('ListPartsResult', `<IsTruncated>false</IsTruncated>${parts.join('')}`);
    },
    'GET bucket uploads': () => {
      const uploads = bucket.uploads().map(({ key, id, begunAt }) => {
        const begun = listsStartTimes ? `<Initiated>${begunAt.toISOString()}</Initiated>` : '';
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>${begun}</Upload>`;
      });
      return xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${uploads.join('')}`);
    },
  };
}

type Options = {
  /** The server stores the files of the bucket in this folder. */
  folder: string;
  bucket: string;
  accessKeyId: string;
  /** SeaweedFS lists multipart uploads without their start time. */
  listsStartTimes?: boolean;
};

/**
 * Answers the product's calls as S3 does, with one bucket at a path-style address. The server checks the key id of a
 * call, but not its signature.
 */
export async function startS3Server({ folder, bucket: name, accessKeyId, listsStartTimes = true }: Options) {
  const bucket = await openBucket(join(folder, name));
  const operations: Operations = {
    'HEAD bucket': () => ({}),
    ...objectOperations(bucket),
    ...multipartOperations(bucket, listsStartTimes),
  };

  /** Refuses a call with any unknown parameter, because ignoring the parameter would hide a fault of the product. */
  function answer(request: IncomingMessage) {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    const [, bucketName, ...keyParts] = pathname.split('/');
    const key = keyParts.join('/');
    if (!request.headers.authorization?.includes(`Credential=${accessKeyId}/`))
      throw new S3Refusal(403, 'InvalidAccessKeyId');
    if (bucketName !== name) throw new S3Refusal(404, 'NoSuchBucket');
    if (key !== '' && !keyPattern.test(key)) throw new S3Refusal(400, 'InvalidArgument', `the key ${key}`);
    const selector = selectors.find((one) => query.has(one));
    const operation = [request.method, key === '' ? 'bucket' : 'object', selector].filter(Boolean).join(' ');
    const run = operations[operation];
    const parameters = [selector, sdkParameter, ...(parametersOf[operation] ?? [])];
    const isUnsupported =
      run === undefined ||
      [...query.keys()].some((parameter) => !parameters.includes(parameter)) ||
      request.headers['x-amz-copy-source'] !== undefined ||
      request.headers['x-amz-content-sha256']?.includes('STREAMING');
    if (isUnsupported) throw new S3Refusal(501, 'NotImplemented', `${operation} ${query}`);
    return run({ request, key, query });
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { status = 200, headers = {}, body = '' } = await answer(request);
    response.writeHead(status, headers);
    if (typeof body === 'string') response.end(body);
    else await pipeline(body, response);
  }

  const server = createServer(async (request, response) => {
    try {
      await respond(request, response);
    } catch (error) {
      // The client disconnected, so no answer is needed.
      if (response.destroyed || response.headersSent) return void response.destroy();
      if (!(error instanceof S3Refusal)) console.error(error);
      const { status, code, message } =
        error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError');
      const { headers, body } = xml('Error', `<Code>${code}</Code><Message>${message}</Message>`);
      response.writeHead(status, headers).end(body);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the keys of all multipart uploads that are neither complete nor aborted. */
    unfinishedUploads: () => bucket.uploads().map(({ key }) => key),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
