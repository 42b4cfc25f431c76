import type { Readable } from 'node:stream';

/** A range of bytes, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file of a listing; `size` is in bytes. */
export interface StoredFile {
  key: string;
  size: number;
}

/**
 * The files of the hub: media, certificates, attachments, exports. Keys are paths such as `games/12/cover.webp`,
 * chosen by the hub and never taken from an upload's name. Write a file before the row that refers to it, and delete
 * it after that row is gone: then a crash leaves at worst a file that nothing refers to.
 */
export interface Files {
  /** Stores a file under a key; it appears whole or not at all, and replaces what was there. */
  put(key: string, content: Uint8Array | Readable): Promise<void>;
  /** Reads a file, or only a range within its size. @throws Error when there is no such file, before the first byte. */
  stream(key: string, range?: ByteRange): Promise<Readable>;
  /** The whole file. @throws Error when there is none. */
  read(key: string): Promise<Buffer>;
  /** Bytes. @throws Error when there is no such file. */
  size(key: string): Promise<number>;
  exists(key: string): Promise<boolean>;
  /** Every file, in any order; what is stored or deleted in the meantime may be among them. */
  list(): AsyncIterable<StoredFile>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** @throws UnavailableError when the bucket cannot be reached; a folder is always there */
  check(): Promise<void>;
}
