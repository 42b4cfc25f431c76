/**
 * Replays the default rules over a year of the demo's platforms (`npm run alerts:replay`): once as it is, and once with every fault that
 * the sandbox knows. Prints what was found, and fails when a fault was missed or a calendar month had more than one false incident.
 */

import { startOfRomeDay } from '../../../src/infra/clock/index.ts';
import { faultsOf, judgeYear, mostInAMonth } from './replay-faults.ts';
import { hourMs } from './replay-world.ts';

// So many days from a day in Rome on: npm run alerts:replay -- 60 2026-11-01
const days = Number(process.argv[2] ?? 365);
const from = startOfRomeDay(process.argv[3] ?? '2026-06-23').getTime();
const to = from + days * 24 * hourMs;

const started = performance.now();
const { falseIncidents, faults } = await judgeYear({ from, to });
console.log(`${days} days, ${falseIncidents.length} incidents without faults, all of them false`);
for (const { cause, platform, openedAt, parts } of falseIncidents)
  console.log(`  false: ${cause} at ${platform}, ${openedAt}, ${parts.join('; ')}`);
for (const { name, found, afterHours } of faults)
  console.log(`  ${found ? `found after ${afterHours} h` : 'MISSED'}: ${name}`);
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s, ${faultsOf(from, to).length} faults`);
console.log(`false incidents of the worst calendar month: ${mostInAMonth(falseIncidents)}`);
const isGood = mostInAMonth(falseIncidents) <= 1 && faults.every(({ found }) => found);
process.exit(isGood ? 0 : 1);
