import { expect, it } from 'vitest';
import { judgeQuiet, judgeYear, mostInAMonth } from '../../../test/support/alerts/replay-faults.ts';
import { hourMs } from '../../../test/support/alerts/replay-world.ts';

/** From the end of August on, so that summer time ends within it. `npm run alerts:replay` takes a year. */
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

/** The first half of the year of `npm run alerts:replay`: in its December one large win raised two rules. */
it('the default rules raise at most one false incident in any month of the demo', async () => {
  const { falseIncidents } = await judgeQuiet({
    from: Date.parse('2026-06-22T22:00:00.000Z'),
    to: Date.parse('2026-12-31T23:00:00.000Z'),
  });
  expect(mostInAMonth(falseIncidents), JSON.stringify(falseIncidents)).toBeLessThanOrEqual(1);
}, 180_000);

/** Where the replay begins decides which weeks a rule knows: begun in November, December had an RTP alert beside the large win. */
it('the default rules raise at most one false incident in December, begun in November', async () => {
  const { falseIncidents } = await judgeQuiet({
    from: Date.parse('2026-10-31T23:00:00.000Z'),
    to: Date.parse('2026-12-31T23:00:00.000Z'),
  });
  expect(mostInAMonth(falseIncidents), JSON.stringify(falseIncidents)).toBeLessThanOrEqual(1);
}, 180_000);
