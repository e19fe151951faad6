import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import S3rver from 's3rver';

const bucket = 'gravacoes';

type Place = {
  bucket: string;
  region: string;
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
};

/** The environment for a product that stores its files there, optionally through a proxy at `url`. */
export const s3Environment = ({ bucket, region, endpoint, credentials }: Place, url = endpoint) => ({
  STORAGE_URL: `s3://${bucket}?region=${region}&endpoint=${encodeURIComponent(url)}`,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});

/** Starts either kind of storage, for tests that run on both. */
export async function startStorage(kind: 'file' | 's3', folder: string) {
  if (kind === 'file') return { environment: {}, stop: async () => {} };
  const server = await startS3Server(join(folder, 's3'));
  return { environment: s3Environment(server), stop: server.stop };
}

/** An S3 server on a local folder. SeaweedFS lists uploads without their start time: `listsBeginnings: false`. */
export async function startS3Server(directory: string, { listsBeginnings = true } = {}) {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  server.middleware.unshift(s3Parts(directory, { listsBeginnings }));
  const { port } = await server.run();
  return {
    bucket,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    stop: () => server.close(),
  };
}

/** The parts of a Koa context that are used here. */
export type S3Call = {
  method: string;
  path: string;
  query: Record<string, string | undefined>;
  status: number;
  type: string;
  body: unknown;
};

const xml = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${inner}`;

async function partsIn(folder: string) {
  const names = await readdir(folder);
  // The server writes a part's checksum after the whole part.
  const numbers = names.filter((name) => /^\d+$/.test(name) && names.includes(`${name}.md5`)).map(Number);
  return Promise.all(
    numbers
      .sort((one, two) => one - two)
      .map(async (number) => {
        const { size, mtime } = await stat(join(folder, `${number}`));
        const md5 = await readFile(join(folder, `${number}.md5`), 'utf8');
        return { number, bytes: size, at: mtime.toISOString(), md5 };
      }),
  );
}

/** All unfinished multipart uploads. */
async function uploadsIn(folder: string) {
  const ids = await readdir(folder).catch(() => []);
  const begun = await Promise.all(
    ids.map(async (id) => ({
      id,
      key: await readFile(join(folder, id, 'key'), 'utf8').catch(() => undefined),
      at: await stat(join(folder, id, 'key')).then(
        ({ mtime }) => mtime,
        () => undefined,
      ),
    })),
  );
  return begun.filter(({ key, at }) => key !== undefined && at !== undefined);
}

/** The S3 calls that s3rver lacks: listing multipart uploads and parts, and aborting them. */
export function s3Parts(directory: string, { listsBeginnings }: { listsBeginnings: boolean }) {
  return async (call: S3Call, next: () => Promise<void>) => {
    const { uploadId, uploads } = call.query;
    if (call.method === 'GET' && uploads !== undefined) {
      const [, bucket = ''] = call.path.split('/');
      const listed = (await uploadsIn(join(directory, bucket, '._S3rver_uploads'))).map(
        ({ id, key, at }) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>${listsBeginnings ? `<Initiated>${at?.toISOString()}</Initiated>` : ''}</Upload>`,
      );
      call.status = 200;
      call.type = 'application/xml';
      call.body = xml(
        `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListMultipartUploadsResult>`,
      );
      return;
    }
    if (uploadId === undefined || !['GET', 'DELETE'].includes(call.method)) return next();
    const [, bucket = ''] = call.path.split('/');
    const folder = join(directory, bucket, '._S3rver_uploads', uploadId);
    call.type = 'application/xml';
    const parts = await partsIn(folder).catch(() => undefined);
    if (parts === undefined) {
      call.status = 404;
      call.body = xml('<Error><Code>NoSuchUpload</Code><Message>no such upload</Message></Error>');
      return;
    }
    if (call.method === 'DELETE') {
      await rm(folder, { recursive: true, force: true });
      call.status = 204;
      return;
    }
    const listed = parts.map(
      ({ number, bytes, at, md5 }) =>
        `<Part><PartNumber>${number}</PartNumber><LastModified>${at}</LastModified><ETag>"${md5}"</ETag><Size>${bytes}</Size></Part>`,
    );
    call.status = 200;
    call.body = xml(`<ListPartsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListPartsResult>`);
  };
}
