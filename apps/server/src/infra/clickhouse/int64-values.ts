/**
 * The values of a result in ClickHouse's format RowBinaryWithNamesAndTypes: the number of columns, their names, their
 * types, then the values row after row, 64-bit ones with the low byte first.
 * @throws TypeError when a column is not Int64, or the result ends within a value
 */
export function int64Values(result: Uint8Array): BigInt64Array {
  let at = 0;
  // Lengths come in groups of seven bits, the lowest first; the highest bit says that another group follows.
  const length = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = result[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const text = () => {
    const size = length();
    at += size;
    return Buffer.from(result.buffer, result.byteOffset + at - size, size).toString();
  };
  const columns = length();
  const names = Array.from({ length: columns }, text);
  const types = Array.from({ length: columns }, text);
  const other = types.findIndex((type) => type !== 'Int64');
  if (other >= 0) throw new TypeError(`${names[other]} is ${types[other]}, not Int64`);
  const values = result.subarray(at);
  if (values.length % (8 * Math.max(1, columns)) !== 0) throw new TypeError('The result ends within a row');
  // Copied, because 64-bit numbers must begin at a multiple of eight bytes.
  return new BigInt64Array(Uint8Array.from(values).buffer);
}
