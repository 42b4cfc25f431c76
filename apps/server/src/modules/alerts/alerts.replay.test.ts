import { expect, it } from 'vitest';
import { judgeYear, mostInAMonth } from '../../../test/support/alerts/replay-faults.ts';
import { hourMs } from '../../../test/support/alerts/replay-world.ts';

/** From the end of August on, so that summer time ends within it. `npm run alerts:replay` takes a year, and another start. */
const from = Date.parse('2026-08-23T22:00:00.000Z');
const days = 100;

it('the default rules find every fault of the sandbox, and raise at most one false incident a month', async () => {
  const { falseIncidents, faults } = await judgeYear({ from, to: from + days * 24 * hourMs });
  expect(faults.filter(({ found }) => !found)).toEqual([]);
  expect(faults.map(({ name }) => name).toSorted()).toEqual([
    'alpina: all play stops in the evening',
    'alpina: games pay three times their wins for a day',
    'baltica: all play stops before dawn and for the morning',
    'baltica: one game pays by another variant',
    'baltica: rows are malformed or contradict (malformedRows, contradictingRows)',
    'castello: the smallest platform stops for a day',
    'meridiana: one operator stops',
    'meridiana: sessions are not closed any more',
    'nordwind: games pay three times their wins for a day at a small platform',
    'nordwind: the platform does not answer (hang, http500, refuseToken, foreignHtml, redirect)',
  ]);
  expect(mostInAMonth(falseIncidents), JSON.stringify(falseIncidents)).toBeLessThanOrEqual(1);
}, 180_000);
