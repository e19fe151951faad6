/** The few things we ask of it; the package brings no types. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    /** What each call passes through, the first first. */
    middleware: unknown[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
