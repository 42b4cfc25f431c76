import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive; its text is made while it is written. */
export interface ZipEntry {
  path: string;
  text: AsyncIterable<string> | Iterable<string>;
}

/** A file that stands in the archive. */
interface Written {
  name: Buffer;
  offset: number;
  checksum: number;
  size: number;
  packedSize: number;
}

// A fast level: level 3 takes half as long again for a twentieth fewer bytes.
const packing = { level: 2, chunkSize: 65_536 };
/** What 32 bits cannot hold stands in a further field of 64 bits, and this in its place. */
const inFurtherField = 0xffff_ffff;
// Version 2.0 of the format; 4.5 where there are fields of 64 bits.
const [version, longVersion] = [20, 45];
const madeOnUnix = (3 << 8) | 63;
// Names in UTF-8; sizes and checksum behind the file, because they are not known before. Packed by deflate.
const [flags, method] = [0x0808, 8];
// The first day the format knows, so that the same rows make the same bytes.
const firstDay = 0x0021_0000;
const ordinaryFile = (0o100664 << 16) >>> 0;

/**
 * An archive in pieces at constant memory; what is packed is packed outside of the main thread. An entry is asked for when
 * the one before it is written.
 * @param mostShort from which number on fields have 64 bits; only a test sets another
 */
export async function* zipPieces(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  mostShort = inFurtherField,
): AsyncGenerator<Buffer> {
  const files: Written[] = [];
  let offset = 0;
  for await (const { path, text } of entries) {
    const file: Written = { name: Buffer.from(path), offset, checksum: 0, size: 0, packedSize: 0 };
    const head = Buffer.concat([
      numbers([4, 0x04034b50], [2, version], ...description(file), [2, 0]),
      file.name,
    ]);
    yield head;
    yield* packed(text, file);
    const width = isLong(file, mostShort) ? 8 : 4;
    const foot = numbers([4, 0x08074b50], [4, file.checksum], [width, file.packedSize], [width, file.size]);
    yield foot;
    offset += head.length + file.packedSize + foot.length;
    files.push(file);
  }
  const directory = Buffer.concat(files.map((file) => directoryEntry(file, mostShort)));
  yield directory;
  yield endOfArchive(files.length, directory.length, offset, mostShort);
}

/** Packs a text; afterwards `file` has its sizes and its checksum. */
async function* packed(text: ZipEntry['text'], file: Written): AsyncGenerator<Buffer> {
  async function* bytes() {
    for await (const piece of text) {
      const own = Buffer.from(piece);
      file.checksum = crc32(own, file.checksum);
      file.size += own.length;
      yield own;
    }
  }
  const deflate = createDeflateRaw(packing);
  // Few pieces wait to be packed; one is made meanwhile.
  const feeding = pipeline(Readable.from(bytes(), { highWaterMark: 1 }), deflate);
  // Whoever reads what is packed gets the failure there.
  feeding.catch(() => {});
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    file.packedSize += chunk.length;
    yield chunk;
  }
}

type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** Numbers with the low byte first. */
function numbers(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, width);
    at += width;
  }
  return bytes;
}

const isLong = ({ size, packedSize, offset }: Written, mostShort: number) =>
  Math.max(size, packedSize, offset) >= mostShort;

/** What stands of a file both in front of it and in the directory; in front of it numbers are still 0. */
function description({ name, checksum, size, packedSize }: Written): Field[] {
  return [
    [2, flags],
    [2, method],
    [4, firstDay],
    [4, checksum],
    [4, packedSize],
    [4, size],
    [2, name.length],
  ];
}

function directoryEntry(file: Written, mostShort: number): Buffer {
  const long = isLong(file, mostShort);
  const short = long ? { size: inFurtherField, packedSize: inFurtherField, offset: inFurtherField } : {};
  const shown = { ...file, ...short };
  const further = long
    ? numbers([2, 1], [2, 24], [8, file.size], [8, file.packedSize], [8, file.offset])
    : Buffer.alloc(0);
  const head = numbers(
    [4, 0x02014b50],
    [2, madeOnUnix],
    [2, long ? longVersion : version],
    ...description(shown),
    [2, further.length],
    // No comment, on the first disk, not known to be text.
    [2, 0],
    [2, 0],
    [2, 0],
    [4, ordinaryFile],
    [4, shown.offset],
  );
  return Buffer.concat([head, file.name, further]);
}

function endOfArchive(files: number, bytes: number, offset: number, mostShort: number): Buffer {
  const end = (count: number, size: number, at: number) =>
    numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0]);
  if (files < 0xffff && bytes < mostShort && offset < mostShort) return end(files, bytes, offset);
  return Buffer.concat([
    // The same with 64 bits, then where that stands, then the usual end, which leads there.
    numbers(
      [4, 0x06064b50],
      [8, 44],
      [2, madeOnUnix],
      [2, longVersion],
      [4, 0],
      [4, 0],
      [8, files],
      [8, files],
      [8, bytes],
      [8, offset],
    ),
    numbers([4, 0x07064b50], [4, 0], [8, offset + bytes], [4, 1]),
    end(0xffff, inFurtherField, inFurtherField),
  ]);
}
