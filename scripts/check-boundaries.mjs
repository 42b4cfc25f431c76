// Fails when a part of the product reaches into another one. The rules stand in lib/boundaries.mjs.
import { findViolations } from './lib/boundaries.mjs';
import { root } from './lib/paths.mjs';

const violations = findViolations(root);
for (const violation of violations) console.error(violation);
console.log(violations.length === 0 ? 'Boundaries: kept.' : `Boundaries: ${violations.length} violations.`);
process.exit(violations.length === 0 ? 0 : 1);
