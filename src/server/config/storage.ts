import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';

export type StorageConfig =
  | Readonly<{ kind: 'file'; folder: string }>
  | Readonly<{
      kind: 's3';
      bucket: string;
      region: string;
      endpoint: string | undefined;
      /** Undefined lets the SDK find them, for example from the machine's role. */
      credentials: Readonly<{ accessKeyId: string; secretAccessKey: string }> | undefined;
    }>;

/** file:PATH, or s3://bucket?region=…&endpoint=… */
export const storageUrl = z.string().refine(
  (value) => {
    if (value.startsWith('file:')) return value.length > 'file:'.length;
    if (!value.startsWith('s3://') || !URL.canParse(value)) return false;
    const { hostname, pathname, searchParams } = new URL(value);
    const endpoint = searchParams.get('endpoint');
    return hostname !== '' && ['', '/'].includes(pathname) && (endpoint === null || URL.canParse(endpoint));
  },
  { error: 'must be file:PATH or s3://BUCKET?region=REGION&endpoint=ADDRESS' },
);

type Given = { url: string | undefined; dataDir: string; keyId: string | undefined; key: string | undefined };

export function readStorageConfig({ url, dataDir, keyId, key }: Given): StorageConfig {
  if (url === undefined) return { kind: 'file', folder: join(resolve(dataDir), 'files') };
  if (url.startsWith('file:')) {
    const path = url.replace(/^file:(\/\/)?/, '');
    return { kind: 'file', folder: isAbsolute(path) ? path : resolve(path) };
  }
  const { hostname, searchParams } = new URL(url);
  return {
    kind: 's3',
    bucket: hostname,
    region: searchParams.get('region') ?? 'us-east-1',
    endpoint: searchParams.get('endpoint') ?? undefined,
    credentials:
      keyId === undefined || key === undefined ? undefined : { accessKeyId: keyId, secretAccessKey: key },
  };
}
