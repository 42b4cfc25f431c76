// `npm run conformance:pack [-- FOLDER]`: the conformance kit as one package for an operator, which needs Node and nothing else.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const sources = inRoot('packages', 'conformance');
const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

/**
 * Bundles the command with everything it imports: Node strips no types in node_modules, and the packages of this repository are in
 * no registry.
 */
export async function bundleConformance(folder) {
  await build({
    root: sources,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: join(sources, 'src', 'main.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node22',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'ludus-conformance.js' } },
    },
  });
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify(
      {
        name: 'ludus-conformance',
        version,
        description:
          'Checks whether an operator platform does what the operator API of Ludus Hub asks of it.',
        license: 'UNLICENSED',
        type: 'module',
        bin: { 'ludus-conformance': 'ludus-conformance.js' },
        engines: { node: '>=22' },
      },
      null,
      2,
    )}\n`,
  );
  cpSync(inRoot('docs', 'operator-api.md'), join(folder, 'README.md'));
  cpSync(inRoot('LICENSE'), join(folder, 'LICENSE'));
}

/** Returns the path of the package. */
export async function packConformance(target) {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-conformance-'));
  try {
    await bundleConformance(folder);
    await run('npm pack', 'npm', ['pack', '--silent', '--pack-destination', resolve(target)], {
      cwd: folder,
    });
    return join(resolve(target), `ludus-conformance-${version}.tgz`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(await packConformance(process.argv[2] ?? '.'));
