/** Where sets of backups are stored: a folder, or a bucket of an S3 server. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { isBucketTarget } from '../../infra/config/backup.ts';
import type { Settings } from '../../infra/config/settings.ts';
import { openBucketStorage } from './storage.bucket.ts';
import { openFolderStorage } from './storage.folder.ts';

/** A file of a target; the path is relative to the target, with /. */
export interface StorageFile {
  path: string;
  bytes: number;
}

/** What a file holds. */
export interface Content {
  bytes: number;
  sha256: string;
}

/** Paths are relative to the target, with /. */
export interface Storage {
  /** The target as people name it. */
  readonly target: string;
  /** Whether the engine of another machine reaches it, too. */
  readonly isShared: boolean;
  /**
   * A folder to write in is created.
   * @throws ConflictError when it cannot be read, or also written, with what to do; UnavailableError when its server is away
   */
  check(use: { writes: boolean }): Promise<void>;
  /** Names directly below the target that hold files. */
  listNames(): Promise<string[]>;
  /** Every file below a path. */
  list(path: string): AsyncIterable<StorageFile>;
  /** Stores a file; it is on disk when this returns. */
  write(path: string, content: Readable): Promise<void>;
  /** The content of a file. @throws Error when there is none, before the first byte */
  read(path: string): Promise<Readable>;
  /** The content of a small file; undefined when there is none. */
  readText(path: string): Promise<string | undefined>;
  /** Makes sure that everything that others have stored below a path is on disk. */
  sync(path: string): Promise<void>;
  /** Removes a file, or everything below a path. */
  remove(path: string): Promise<void>;
  /** The place for the engine's own BACKUP and RESTORE, as its SQL writes it; with its secrets. */
  enginePlace(path: string): string;
  close(): void;
}

/** Opens a target, which is a folder or `s3://bucket/prefix`. Nothing is connected yet. */
export function openStorage(target: string, { backup }: Pick<Settings, 'backup'>): Storage {
  if (!isBucketTarget(target)) return openFolderStorage(resolve(target));
  const [bucket = '', ...path] = target.slice('s3://'.length).split('/');
  const prefix = path.filter((part) => part !== '').join('/');
  return openBucketStorage({ ...backup.s3, bucket }, prefix);
}

/** Counts and sums what passes through. */
export function measure(): { through: Transform; content(): Content } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, content: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Reads a file to its end. */
export async function measureFile(storage: Pick<Storage, 'read'>, path: string): Promise<Content> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of await storage.read(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
