// `npm run release:migrations`: lists the migrations of this checkout as released; from then on none of them may change.
// Part of a release, before its tag. `npm test` fails when a listed file changes or is gone.

import { inRoot } from './lib/paths.mjs';
import { addReleased, migrationsFolder } from './lib/released-migrations.mjs';

try {
  const added = addReleased(inRoot(migrationsFolder));
  for (const file of added) console.log(`  ${file}`);
  console.log(`Migrations: ${added.length} added to the released ones.`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
