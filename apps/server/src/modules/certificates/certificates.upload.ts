import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { messageOf } from '@ludus/contract';
import { UnsupportedMediaError } from '../../infra/errors/index.ts';
import type { Files } from '../../infra/files/index.ts';
import type { UploadedFile } from '../../infra/http/index.ts';
import { documentTypeOf, plainFileName } from './certificates.kinds.ts';

/** What is stored of the file of a document. */
export interface StoredFile {
  file_name: string;
  file_key: string;
  content_type: string;
  bytes: number;
  checksum: string;
}

/** SHA-256 of a file in hex. */
export async function checksumOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of content) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/**
 * Stores an uploaded file and has `write` refer to it; when that throws, the file goes again.
 * @throws UnsupportedMediaError for a file that is none of the kinds of documents
 */
export async function storeUpload<T>(
  files: Files,
  file: UploadedFile,
  write: (stored: StoredFile) => Promise<T>,
): Promise<T> {
  const file_name = plainFileName(file.name);
  const content_type = await documentTypeOf(file.path, file_name);
  if (content_type === null) throw new UnsupportedMediaError(messageOf('refusals.wrongExtension'));
  const file_key = `certificates/${randomUUID()}`;
  const checksum = await checksumOf(createReadStream(file.path));
  await files.put(file_key, createReadStream(file.path));
  try {
    return await write({ file_name, file_key, content_type, bytes: file.bytes, checksum });
  } catch (error) {
    await files.delete(file_key);
    throw error;
  }
}
