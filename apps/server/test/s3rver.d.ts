/** The parts of the S3 server for tests that are used; it brings no types. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: (string | Buffer)[] }[];
    });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
    /** Set once it runs. */
    readonly httpServer: import('node:http').Server;
  }
}
