/**
 * How many random cases a property is tried with: a third of them in `npm test`, all of them in `npm run test:fuzz`, which
 * sets `RANDOM_CASES=all`. For properties that take seconds.
 */
export function randomCases(all: number): number {
  return process.env.RANDOM_CASES === 'all' ? all : Math.ceil(all / 3);
}
