// Checks what deploy/ holds with the tools of its formats. Each check runs, even after another has failed.
// usage: node scripts/check-deploy.mjs [name…]
import { settingNames } from '../apps/server/src/infra/config/settings.ts';
import { checkCompose } from './lib/deploy/compose.mjs';
import { checkHelm } from './lib/deploy/helm.mjs';
import { checkPrometheus } from './lib/deploy/prometheus.mjs';
import { Failure } from './lib/paths.mjs';

/** A check throws a `Failure` that says what is wrong; its tools are installed where that is possible. */
const checks = [
  { name: 'prometheus', run: checkPrometheus },
  { name: 'compose', run: () => checkCompose(settingNames) },
  { name: 'helm', run: () => checkHelm(settingNames) },
];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no check ${unknown.join(', ')}; there are ${checks.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}
let failures = 0;
for (const { name, run } of checks) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  try {
    console.log(`${name}: ${await run()}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    failures += 1;
    console.error(`${name}: ${error.message}`);
  }
}
process.exit(failures === 0 ? 0 : 1);
