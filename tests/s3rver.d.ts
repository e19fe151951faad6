/** The subset of the API that the tests use; the package has no types. */
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
    /** Koa middleware, in the order in which each call passes through. */
    middleware: unknown[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
