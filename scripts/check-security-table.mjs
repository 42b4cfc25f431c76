// Fails when docs/security.md lacks a requirement of OWASP ASVS level 2, or points to a file that does not exist.
import { readFileSync } from 'node:fs';
import { requirementNumbers } from './lib/asvs-level-2.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { findTableProblems } from './lib/security-table.mjs';

const file = inRoot('docs', 'security.md');
const text = readFileSync(file, 'utf8');
const problems = findTableProblems({ text, numbers: requirementNumbers, file, root });
for (const problem of problems) console.error(`docs/security.md: ${problem}`);
const count = `${requirementNumbers.length} requirements`;
console.log(
  problems.length === 0 ? `Security table: ${count}.` : `Security table: ${problems.length} problems.`,
);
process.exit(problems.length === 0 ? 0 : 1);
