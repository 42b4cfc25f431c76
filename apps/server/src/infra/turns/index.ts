/** Long work in slices, between which everything else in the process gets its turn. */
import { setImmediate } from 'node:timers/promises';

/** Items of a slice: a row of figures takes a few microseconds. */
const itemsPerTurn = 2_000;

/** Does work for each item. @throws AbortError once the signal is aborted */
export async function inTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  signal?: AbortSignal,
): Promise<void> {
  let left = itemsPerTurn;
  for (const item of items) {
    work(item);
    left -= 1;
    if (left > 0) continue;
    await setImmediate();
    signal?.throwIfAborted();
    left = itemsPerTurn;
  }
}

/** Values of a slice of JSON: its text is some 200 kB. */
const valuesPerPiece = 10_000;

/**
 * The JSON of plain data in pieces that are made one after the other as they are asked for: the same text as that of
 * `JSON.stringify`, which stops the process for its whole length. The data must not change meanwhile.
 */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  for (const piece of piecesOf(value)) {
    yield piece;
    await setImmediate();
  }
}

function* piecesOf(root: unknown): Generator<string> {
  let text = '';
  let room = valuesPerPiece;
  function* add(value: unknown): Generator<string> {
    const size = sizeOf(value, valuesPerPiece);
    if (size > valuesPerPiece) {
      yield* addParts(value as object);
      return;
    }
    if (size > room) {
      yield text;
      text = '';
      room = valuesPerPiece;
    }
    room -= size;
    text += JSON.stringify(value) ?? 'null';
  }
  function* addParts(large: object): Generator<string> {
    const isList = Array.isArray(large);
    text += isList ? '[' : '{';
    let separator = '';
    for (const [key, value] of Object.entries(large)) {
      if (value === undefined && !isList) continue;
      text += isList ? separator : `${separator}${JSON.stringify(key)}:`;
      separator = ',';
      yield* add(value);
    }
    text += isList ? ']' : '}';
  }
  yield* add(root);
  yield text;
}

/** How many values a value consists of, itself included; counting ends above `most`. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const part of Object.values(value)) {
    size += sizeOf(part, most - size);
    if (size > most) break;
  }
  return size;
}
