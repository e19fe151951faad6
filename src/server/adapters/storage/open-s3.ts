import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { openS3Storage } from './s3-storage.ts';
import { S3Uploads } from './s3-uploads.ts';
import type { OpenedStorage, OpenStorageOptions, StorageSetting } from './storage-setting.ts';

const partBytes = 8 * 1_048_576;

type OpenS3Options = OpenStorageOptions & { setting: Extract<StorageSetting, { kind: 's3' }> };

export function openS3(options: OpenS3Options): OpenedStorage {
  const { setting, dataDir, uploadLifetimeMs, beforeWrite, beforeFetch } = options;
  const { bucket, region, endpoint, credentials } = setting;
  const clientConfig = {
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // A copy: the SDK notes on it where the keys came from, and the configuration's own cannot be written to.
    ...(credentials === undefined ? {} : { credentials: { ...credentials } }),
    // Many servers that speak S3 refuse the checksums that the SDK would add by itself.
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
