import { join } from 'node:path';
import { startS3Server as startServer } from '#tests/s3/s3-server.ts';

const bucket = 'gravacoes';
const credentials = { accessKeyId: 'S3TESTKEY', secretAccessKey: 'S3TESTSECRET' };

type Storage = { bucket: string; region: string; endpoint: string; credentials: typeof credentials };

/** Returns the environment for a product that uses this storage, optionally through a proxy at `url`. */
export const s3Environment = ({ bucket, region, endpoint, credentials }: Storage, url = endpoint) => ({
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

/** An S3 server on a local folder. SeaweedFS lists uploads without their start time: `listsStartTimes: false`. */
export async function startS3Server(folder: string, { listsStartTimes = true } = {}) {
  const { accessKeyId } = credentials;
  const server = await startServer({ folder, bucket, accessKeyId, listsStartTimes });
  return { ...server, bucket, region: 'us-east-1', credentials };
}
