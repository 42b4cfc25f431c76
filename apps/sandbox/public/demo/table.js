// The bets of the roulette table. A place pays its chips back `pays` times when the number is one of those that it covers.
import { colorOf } from './wheel.js';

const numbers = Array.from({ length: 37 }, (_, number) => number);
const where = (fits) => numbers.filter((number) => number > 0 && fits(number));

/** Places in the order of the board: three rows of numbers with their column, the dozens, the even chances. */
export const PLACES = [
  { id: '0', kind: 'number', pays: 36, covers: [0] },
  ...[3, 2, 1].flatMap((row) => [
    ...Array.from({ length: 12 }, (_, column) => {
      const number = column * 3 + row;
      return { id: String(number), kind: 'number', pays: 36, covers: [number] };
    }),
    { id: `column${row}`, kind: 'column', pays: 3, covers: where((number) => number % 3 === row % 3) },
  ]),
  ...[1, 2, 3].map((dozen) => ({
    id: `dozen${dozen}`,
    kind: 'dozen',
    pays: 3,
    covers: where((number) => Math.ceil(number / 12) === dozen),
  })),
  { id: 'low', kind: 'even', pays: 2, covers: where((number) => number <= 18) },
  { id: 'even', kind: 'even', pays: 2, covers: where((number) => number % 2 === 0) },
  { id: 'red', kind: 'even', pays: 2, covers: where((number) => colorOf(number) === 'red') },
  { id: 'black', kind: 'even', pays: 2, covers: where((number) => colorOf(number) === 'black') },
  { id: 'odd', kind: 'even', pays: 2, covers: where((number) => number % 2 === 1) },
  { id: 'high', kind: 'even', pays: 2, covers: where((number) => number > 18) },
];

/** What all chips on the table win in cents when a number comes up, the chips themselves included. */
export function winOf(chips, number) {
  return PLACES.reduce(
    (sum, { id, pays, covers }) => (covers.includes(number) ? sum + (chips.get(id) ?? 0) * pays : sum),
    0,
  );
}
