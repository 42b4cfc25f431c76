import { readBinaryHeader } from './row-binary.ts';

/**
 * The values of a result in ClickHouse's format RowBinaryWithNamesAndTypes.
 * @throws TypeError when a column is not Int64, or the result ends within a value
 */
export function int64Values(result: Uint8Array): BigInt64Array {
  const { columns, valuesAt } = readBinaryHeader(result);
  const other = columns.find(({ type }) => type !== 'Int64');
  if (other !== undefined) throw new TypeError(`${other.name} is ${other.type}, not Int64`);
  const values = result.subarray(valuesAt);
  if (values.length % (8 * Math.max(1, columns.length)) !== 0)
    throw new TypeError('The result ends within a row');
  // Copied, because 64-bit numbers must begin at a multiple of eight bytes.
  return new BigInt64Array(new Uint8Array(values).buffer);
}
