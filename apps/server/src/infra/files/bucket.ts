import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { messageOf } from '@ludus/contract';
import type { S3Driver } from 'flydrive/drivers/s3';
import type { S3Settings } from '../config/settings.ts';
import { UnavailableError } from '../errors/index.ts';
import { checkedKey, isKey } from './keys.ts';
import type { Files, StoredFile } from './types.ts';

/** The files in a bucket. Nothing is loaded or connected before the first call. */
export function openBucket(settings: S3Settings, dataDir: string): Files {
  let opened: ReturnType<typeof connect> | undefined;
  const connected = () => (opened ??= connect(settings));
  const driver = async () => (await connected()).driver;
  const drafts = join(dataDir, 'uploads');

  /** S3 needs the length of a file before its bytes, so a stream is written to disk first. */
  async function putStream(key: string, content: Readable): Promise<void> {
    await mkdir(drafts, { recursive: true });
    const draft = join(drafts, randomUUID());
    try {
      await pipeline(content, createWriteStream(draft));
      const { size } = await stat(draft);
      await reach((await driver()).putStream(key, createReadStream(draft), { contentLength: size }));
    } finally {
      await rm(draft, { force: true });
    }
  }

  return {
    async put(key, content) {
      checkedKey(key);
      if (content instanceof Readable) return putStream(key, content);
      await reach((await driver()).put(key, content));
    },
    async stream(key, range) {
      const { driver, client } = await connected();
      if (range === undefined) return reach(driver.getStream(checkedKey(key)));
      const { GetObjectCommand } = await import('@aws-sdk/client-s3');
      const { Body } = await reach(
        client.send(
          new GetObjectCommand({
            Bucket: settings.bucket,
            Key: checkedKey(key),
            Range: `bytes=${range.start}-${range.end}`,
          }),
        ),
      );
      return Body as Readable;
    },
    read: async (key) => Buffer.from(await reach((await driver()).getBytes(checkedKey(key)))),
    size: async (key) => (await reach((await driver()).getMetaData(checkedKey(key)))).contentLength,
    exists: async (key) => reach((await driver()).exists(checkedKey(key))),
    async *list() {
      const { client } = await connected();
      for await (const { key, size } of listObjects(client, settings.bucket, '')) {
        if (isKey(key)) yield { key, size };
      }
    },
    delete: async (key) => reach((await driver()).delete(checkedKey(key))),
    async check() {
      const { client } = await connected();
      const { HeadBucketCommand } = await import('@aws-sdk/client-s3');
      await client.send(new HeadBucketCommand({ Bucket: settings.bucket })).catch((cause: unknown) => {
        throw new UnavailableError(messageOf('refusals.filesUnavailable'), { cause });
      });
    },
  };
}

/** @throws UnavailableError unless the server says that there is no such file */
async function reach<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    if (isMissing(cause)) throw cause;
    throw new UnavailableError(messageOf('refusals.filesUnavailable'), { cause });
  }
}

const missing: readonly unknown[] = ['NoSuchKey', 'NotFound'];

function isMissing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (missing.includes(cause.name)) return true;
  return false;
}

async function connect(settings: S3Settings): Promise<{ driver: S3Driver; client: S3Client }> {
  const [{ S3Driver }, client] = await Promise.all([import('flydrive/drivers/s3'), connectBucket(settings)]);
  const { bucket } = settings;
  return { client, driver: new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }) };
}

/** The objects of a bucket whose names begin with a prefix. */
export async function* listObjects(
  client: S3Client,
  bucket: string,
  prefix: string,
): AsyncIterable<StoredFile> {
  const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key: key, Size: size } of page.Contents ?? []) {
      if (key !== undefined) yield { key, size: size ?? 0 };
    }
  }
}

/** A server that accepts connections and then says nothing must not keep people waiting. */
const timeLimits = { connectionTimeout: 5_000, socketTimeout: 30_000 };

/** A client for a server of buckets. Nothing is connected before its first call. */
export async function connectBucket(settings: Omit<S3Settings, 'bucket'>): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { region, endpoint, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  return new S3Client({
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: timeLimits,
    // Servers other than Amazon's may not know checksums that were not requested.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint }),
  });
}
