import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive; its text is made while it is written. */
export interface ZipEntry {
  path: string;
  text: AsyncIterable<string> | Iterable<string>;
}

const options = {
  // A fast level: half the time of the usual one for a tenth more bytes.
  compressionLevel: 3,
  // The first day the format knows, so that the same rows make the same bytes.
  mtime: new Date(1980, 0, 1),
};

/**
 * An archive in pieces at constant memory; what is packed is packed outside of the main thread. An entry is asked for when
 * the one before it is written.
 */
export async function* zipPieces(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const pieces = zip.outputStream as Readable;
  let current: Readable | undefined;
  zip.on('error', (error: Error) => pieces.destroy(error));

  async function write(): Promise<void> {
    for await (const { path, text } of entries) {
      current = Readable.from(text);
      zip.addReadStream(current, path, options);
      await finished(current);
    }
    zip.end();
  }

  const writing = write();
  // Whoever reads gets the failure; no one must miss it when reading has ended before.
  writing.catch((error: Error) => pieces.destroy(error));
  try {
    yield* pieces as AsyncIterable<Buffer>;
    await writing;
  } finally {
    current?.destroy();
  }
}
