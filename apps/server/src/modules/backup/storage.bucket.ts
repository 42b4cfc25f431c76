import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { messageOf } from '@ludus/contract';
import pLimit from 'p-limit';
import { quote } from '../../infra/clickhouse/index.ts';
import type { S3Settings } from '../../infra/config/settings.ts';
import { codeOf } from '../../infra/errors/code.ts';
import { ConflictError, UnavailableError } from '../../infra/errors/index.ts';
import { connectBucket, isBucketAway, listObjects } from '../../infra/files/index.ts';
import type { Storage } from './storage.ts';

const removedAtOnce = 8;

/** Nothing is loaded or connected before the first call. */
export function openBucketStorage(settings: S3Settings, prefix: string): Storage {
  const { bucket } = settings;
  const target = `s3://${[bucket, ...(prefix === '' ? [] : [prefix])].join('/')}`;
  let opened: ReturnType<typeof connectBucket> | undefined;
  const client = () => (opened ??= connectBucket(settings));
  const keyOf = (path: string) => [prefix, path].filter((part) => part !== '').join('/');
  const pathOf = (key: string) => (prefix === '' ? key : key.slice(prefix.length + 1));

  async function read(path: string): Promise<Readable> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const { Body } = await (await client()).send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(path) }));
    return Body as Readable;
  }

  async function* list(path: string) {
    const whole = keyOf(path);
    const below = whole === '' ? '' : `${whole}/`;
    for await (const { key, size } of listObjects(await client(), bucket, below)) {
      yield { path: pathOf(key), bytes: size };
    }
  }

  return {
    target,
    isShared: true,

    async check({ writes }) {
      try {
        const { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } = await import(
          '@aws-sdk/client-s3'
        );
        const connected = await client();
        const below = prefix === '' ? '' : `${prefix}/`;
        await connected.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: below, Delimiter: '/' }));
        if (!writes) return;
        const probe = { Bucket: bucket, Key: keyOf('.write-check') };
        await connected.send(new PutObjectCommand({ ...probe, Body: Buffer.from('.') }));
        await connected.send(new DeleteObjectCommand(probe));
      } catch (cause) {
        const message = messageOf('jobs.backupBucketUnusable', { bucket, reason: codeOf(cause) });
        throw isBucketAway(cause)
          ? new UnavailableError(message, { cause })
          : new ConflictError(message, { cause });
      }
    },

    async listNames() {
      const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
      const below = prefix === '' ? '' : `${prefix}/`;
      const names: string[] = [];
      const pages = paginateListObjectsV2(
        { client: await client() },
        { Bucket: bucket, Prefix: below, Delimiter: '/' },
      );
      for await (const page of pages) {
        for (const { Prefix = '' } of page.CommonPrefixes ?? []) {
          names.push(Prefix.slice(below.length).replace(/\/$/, ''));
        }
      }
      return names;
    },

    list,

    async write(path, content) {
      const { Upload } = await import('@aws-sdk/lib-storage');
      const params = { Bucket: bucket, Key: keyOf(path), Body: content };
      await new Upload({ client: await client(), params }).done();
    },

    read,

    async readText(path) {
      try {
        return await text(await read(path));
      } catch (error) {
        if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)) return undefined;
        throw error;
      }
    },

    // A server of buckets acknowledges what it has stored.
    async sync() {},

    async remove(path) {
      const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
      const limit = pLimit(removedAtOnce);
      const connected = await client();
      const remove = (key: string) => connected.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      const removals: Promise<unknown>[] = [remove(keyOf(path))];
      for await (const file of list(path)) removals.push(limit(() => remove(keyOf(file.path))));
      await Promise.all(removals);
    },

    enginePlace(path) {
      const { accessKeyId, secretAccessKey } = settings;
      const address = `${addressOf(settings)}/${keyOf(path)}`;
      return `S3(${[address, accessKeyId, secretAccessKey].map(quote).join(', ')})`;
    },

    close: () => void opened?.then((connected) => connected.destroy()),
  };
}

/** The address of the bucket, in the path or in the host's name. */
function addressOf({ bucket, endpoint, region, forcePathStyle }: S3Settings): string {
  const server = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (forcePathStyle) return `${server.href.replace(/\/+$/, '')}/${bucket}`;
  server.hostname = `${bucket}.${server.hostname}`;
  return server.href.replace(/\/+$/, '');
}
