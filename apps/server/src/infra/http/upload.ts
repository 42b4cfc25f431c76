import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { type Message, messageOf } from '@ludus/contract';
import { systemClock } from '../clock/index.ts';
import {
  type HubError,
  RequestTimeoutError,
  TooLargeError,
  UnsupportedMediaError,
  ValidationError,
} from '../errors/index.ts';
import { slowestUpload } from './slow-requests.ts';

/** A file that came with a call. It is removed once the call has been handled. */
export interface UploadedFile {
  /** Where the bytes are meanwhile. */
  readonly path: string;
  /** What the sender calls it, without folders; nothing to build keys or addresses from. */
  readonly name: string;
  readonly bytes: number;
}

/** The parts of a multipart body: one file, and the fields beside it; repeated names are lists. */
export interface Upload {
  readonly file: UploadedFile;
  readonly fields: Record<string, string | string[]>;
}

const maxFields = 2_100;
const maxFieldBytes = 16_384;
const maxFieldsBytes = 1_048_576;
// Boundaries and fields around the file.
const framingBytes = 1_048_576;
const leftoverMs = 3_600_000;

/** Where files wait while they arrive. */
export function uploadFolder(dataDir: string): string {
  return join(dataDir, 'uploads');
}

/** Removes what a killed process has left behind; files that may still be arriving stay. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const known = await stat(path).catch(() => undefined);
    if (known !== undefined && systemClock.now().getTime() - known.mtimeMs > leftoverMs)
      await rm(path, { force: true });
  }
}

/**
 * Reads a multipart body with one file in the part `file`, which goes to disk as it arrives.
 * @throws UnsupportedMediaError for another kind of body
 * @throws TooLargeError beyond `maxBytes`
 * @throws ValidationError for none or several files, files under other names, and bodies that end too early; whatever
 *   it throws, no file stays.
 */
export async function receiveUpload(
  request: IncomingMessage,
  { folder, maxBytes }: { folder: string; maxBytes: number },
): Promise<Upload> {
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) {
    throw new UnsupportedMediaError(messageOf('refusals.sendMultipart'));
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + framingBytes) throw tooLarge(maxBytes);
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  try {
    return await receive(request, path, maxBytes);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function receive(request: IncomingMessage, path: string, maxBytes: number): Promise<Upload> {
  const fields = new Map<string, string[]>();
  const wrong = new Map<string, Message>();
  let fieldBytes = 0;
  let name: string | undefined;
  let incoming: Readable | undefined;
  let writing: Promise<number> | undefined;
  let stopWatching = () => {};
  const parser = parserOf(request, maxBytes);

  const parsed = new Promise<void>((resolve, reject) => {
    const fail = (error: HubError) => {
      // What still arrives is discarded until the connection closes, so that the sender can read the response.
      request.unpipe(parser);
      request.resume();
      incoming?.destroy(error);
      reject(error);
    };
    const cutOff = () => fail(unreadable(messageOf('fields.uploadCutOff')));
    parser.on('file', (part, stream, given) => {
      stream.on('error', () => {});
      if (part !== 'file') wrong.set(part, messageOf('fields.unknown'));
      else if (name !== undefined) wrong.set('file', messageOf('fields.oneFile'));
      else if (given !== undefined && given !== '') {
        name = plainName(given);
        incoming = stream;
        stream.once('limit', () => fail(tooLarge(maxBytes)));
        writing = write(stream, path);
        writing.catch(fail);
        return;
      }
      stream.resume();
    });
    parser.on('field', (part, value, nameCut, valueCut) => {
      const field = part.replace(/\[\]$/, '');
      if (nameCut || valueCut) wrong.set(field, messageOf('fields.textTooLong'));
      else {
        fieldBytes += Buffer.byteLength(value);
        if (fieldBytes > maxFieldsBytes) return fail(unreadable(messageOf('fields.uploadTooMuchText')));
        const values = fields.get(field);
        if (values === undefined) fields.set(field, [value]);
        else values.push(value);
      }
    });
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
      parser.once(limit, () => fail(unreadable(messageOf('fields.uploadTooManyParts'))));
    }
    parser.once('error', () => fail(unreadable(messageOf('fields.uploadUnreadable'))));
    parser.once('finish', resolve);
    request.once('error', cutOff);
    request.once('close', () => {
      if (!request.complete) cutOff();
    });
    stopWatching = whenTooSlow(request, () =>
      fail(new RequestTimeoutError(messageOf('refusals.uploadStopped'))),
    );
    if (request.destroyed && !request.complete) cutOff();
    else request.pipe(parser);
  });

  let bytes: number | undefined;
  try {
    await parsed;
    bytes = await writing;
  } catch (error) {
    // Nothing may be written to the path once it has been removed.
    await writing?.catch(() => {});
    throw error;
  } finally {
    stopWatching();
  }
  if (name === undefined) wrong.set('file', messageOf('fields.fileMissing'));
  else if (bytes === 0) wrong.set('file', messageOf('fields.fileEmpty'));
  if (wrong.size > 0) throw new ValidationError(Object.fromEntries(wrong));
  const single = [...fields].map(([field, values]) => [field, values.length > 1 ? values : values[0]]);
  return { file: { path, name: name ?? '', bytes: bytes ?? 0 }, fields: Object.fromEntries(single) };
}

function parserOf(request: IncomingMessage, maxBytes: number) {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: {
        fileSize: maxBytes,
        files: 2,
        fields: maxFields,
        fieldSize: maxFieldBytes,
        fieldNameSize: 100,
      },
    });
  } catch (cause) {
    throw unreadable(messageOf('fields.uploadUnreadable'), cause);
  }
}

/** Calls back when a request brings too little in an interval. Returns what ends the watch. */
function whenTooSlow(request: IncomingMessage, isTooSlow: () => void): () => void {
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const brought = socket.bytesRead - before;
    before = socket.bytesRead;
    if (brought < slowestUpload.bytes && !request.complete) isTooSlow();
  }, slowestUpload.everyMs);
  return () => clearInterval(timer);
}

async function write(stream: Readable, path: string): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(stream, file);
  return file.bytesWritten;
}

// Browsers write quotes and line breaks of a name like this, and nothing else.
function plainName(given: string): string {
  return given.replaceAll('%22', '"').replaceAll(/%0D|%0A/gi, ' ');
}

function unreadable(message: Message, cause?: unknown): ValidationError {
  return new ValidationError({ file: message }, message, { cause });
}

function tooLarge(maxBytes: number): TooLargeError {
  return new TooLargeError(
    messageOf('refusals.fileTooLarge', { megabytes: Math.floor(maxBytes / 1_048_576) }),
  );
}
