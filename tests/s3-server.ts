import { join } from 'node:path';
import S3rver from 's3rver';
import { s3Parts } from './s3-parts.ts';

const bucket = 'gravacoes';

type Place = {
  bucket: string;
  region: string;
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
};

/** What a product is told to keep its files there, or behind a line that leads there. */
export const s3Environment = ({ bucket, region, endpoint, credentials }: Place, url = endpoint) => ({
  STORAGE_URL: `s3://${bucket}?region=${region}&endpoint=${encodeURIComponent(url)}`,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});

/** The two kinds of storage, for tests that hold both to the same. */
export async function storageOf(kind: 'file' | 's3', folder: string) {
  if (kind === 'file') return { environment: {}, stop: async () => {} };
  const server = await startS3Server(join(folder, 's3'));
  return { environment: s3Environment(server), stop: server.stop };
}

/** A server that speaks the S3 protocol, on a folder of this machine; SeaweedFS lists uploads without their beginning. */
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
