// Checks that every id in the name of a test is defined in docs/requirements; --write also generates the index there.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Failure, inRoot, root } from './lib/paths.mjs';
import {
  checkRequirements,
  countTested,
  indexPath,
  readSources,
  renderIndex,
  sum,
} from './lib/requirements.mjs';

try {
  const { areas, problems } = checkRequirements(readSources(root));
  for (const problem of problems) console.error(problem);

  const untested = areas.flatMap(({ rows }) => rows.filter(({ tests }) => tests.length === 0));
  if (untested.length > 0) {
    console.log(`Rows without a test (${untested.length}): ${untested.map(({ id }) => id).join(', ')}`);
  }

  const index = renderIndex(areas);
  const file = inRoot(indexPath);
  if (process.argv.includes('--write')) {
    writeFileSync(file, index);
    console.log(`Wrote ${indexPath}.`);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== index) {
    console.warn(`${indexPath} is out of date; run "npm run requirements -- --write".`);
  }

  const total = sum(areas, ({ rows }) => rows.length);
  const tested = sum(areas, ({ rows }) => countTested(rows));
  console.log(`Requirements: ${total} rows, ${tested} with tests, ${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
