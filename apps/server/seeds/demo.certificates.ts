import type { NeededJurisdiction } from '@ludus/contract';
import type { ImportedDocument } from '../src/modules/certificates/index.ts';
import { type DocumentGame, type DocumentOwner, type DocumentPlan, documentsOf } from './demo.documents.ts';

const places = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_unused, index) => first + index);
const certificate = (name: string) => ({ name: () => name, type: 'certificate', by: 'admin' }) as const;

/** Of many games at once, as suites are certified; some games stay without. The first has a successor, the second. */
const plans: readonly DocumentPlan[] = [
  {
    ...certificate('Suite certificate 1, Italy'),
    games: places(7, 34),
    jurisdiction: 'IT',
    version: '1.0',
    addedDaysAgo: 500,
    validForDays: -125,
  },
  {
    ...certificate('Suite certificate 2, Italy'),
    games: places(7, 34),
    jurisdiction: 'IT',
    version: '2.0',
    addedDaysAgo: 130,
    validForDays: 235,
  },
  {
    ...certificate('First games certificate, Italy'),
    games: [2, 5, 6],
    jurisdiction: 'IT',
    version: '1.1',
    addedDaysAgo: 324,
    validForDays: 41,
  },
  {
    ...certificate('Suite certificate, Malta'),
    games: places(5, 30),
    jurisdiction: 'MT',
    version: '1.0',
    addedDaysAgo: 65,
    validForDays: 300,
  },
  {
    ...certificate('Suite certificate, Sweden'),
    games: places(3, 28),
    jurisdiction: 'SE',
    version: '1.0',
    addedDaysAgo: 88,
    validForDays: 277,
    by: 'manager',
  },
];

/** What platforms need, by their place; the others need what every integration does. */
export const demoJurisdictions: readonly (readonly NeededJurisdiction[] | undefined)[] = [
  undefined,
  ['MT', 'SE'],
  ['IT', 'MT'],
];

/** Certificates of the demo for several games, oldest first; none where there are too few games for all of them. */
export function demoCertificates(
  owners: readonly DocumentOwner[],
  games: readonly DocumentGame[],
  now: Date,
): { former: ImportedDocument; successor: ImportedDocument; others: ImportedDocument[] } | null {
  const [former, successor, ...others] = documentsOf(plans, { owners, games, now, firstNumber: 1800 });
  if (former === undefined || successor === undefined || others.length < plans.length - 2) return null;
  return { former, successor, others };
}
