import S3rver from 's3rver';
import { s3Parts } from './s3-parts.ts';

const bucket = 'gravacoes';

/** A server that speaks the S3 protocol, on a folder of this machine. */
export async function startS3Server(directory: string) {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  server.middleware.unshift(s3Parts(directory));
  const { port } = await server.run();
  return {
    bucket,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    stop: () => server.close(),
  };
}
