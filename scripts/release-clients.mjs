// `npm run release:clients`: clients of the hub's API in TypeScript and Python, generated from its description, in `dist/clients`.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@ludus/contract';
import { buildOpenApi } from '../apps/server/src/infra/http/openapi.ts';
import { Failure, inRoot } from './lib/paths.mjs';
import { ensurePythonTool } from './lib/python-tool.mjs';
import { run } from './lib/run.mjs';

// Generators of the release only: no part of what `npm ci` installs. The one of TypeScript needs a compiler with an API in JavaScript.
const generators = {
  typescript: ['@hey-api/openapi-ts@0.99.0', 'typescript@6.0.3'],
  python: ['openapi-python-client', '0.29.1'],
};

export const clientsFolder = inRoot('dist', 'clients');
const examples = inRoot('scripts', 'clients');
const description = 'Client of the API of Ludus Hub';

/** The API description, as the hub has it under `/api/openapi.json`. */
export const apiDescription = () => JSON.stringify(buildOpenApi(endpoints));

/** Generates both clients and returns their folders. */
export async function releaseClients() {
  const { version } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'));
  const work = await mkdtemp(join(tmpdir(), 'ludus-clients-'));
  try {
    await writeFile(join(work, 'openapi.json'), apiDescription());
    const typescript = await makeTypeScript(work, version);
    const python = await makePython(work, version);
    return { typescript, python };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function makeTypeScript(work, version) {
  const folder = await emptied('typescript');
  const config = {
    input: './openapi.json',
    output: { path: join(folder, 'src'), module: { extension: '.js' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', { name: '@hey-api/client-fetch', baseUrl: false }],
  };
  await writeFile(join(work, 'openapi-ts.config.mjs'), `export default ${JSON.stringify(config)};\n`);
  const packages = generators.typescript.flatMap((name) => ['--package', name]);
  await run('openapi-ts', 'npx', ['--yes', ...packages, '--', 'openapi-ts', '--no-log-file'], { cwd: work });
  await writeFile(join(folder, 'src', 'main.ts'), typescriptEntry);
  await cp(join(examples, 'copy-sessions.ts'), join(folder, 'examples', 'copy-sessions.ts'));
  await writeJson(folder, 'package.json', {
    ...{ name: 'ludus-hub-client', version, description, license: 'UNLICENSED', type: 'module' },
    exports: { '.': { types: './dist/main.d.ts', default: './dist/main.js' } },
    files: ['dist', 'src', 'examples'],
    sideEffects: false,
    engines: { node: '>=20' },
  });
  await writeJson(folder, 'tsconfig.json', {
    compilerOptions: {
      ...{ target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], module: 'nodenext', types: [] },
      ...{ rootDir: 'src', outDir: 'dist', declaration: true, strict: true, isolatedModules: true },
    },
    include: ['src'],
  });
  await run('tsc', inRoot('node_modules', '.bin', 'tsc'), ['-p', folder]);
  await describe(folder, { language: 'ts', file: 'copy-sessions.ts', install: 'npm install ./typescript' });
  return folder;
}

const typescriptEntry = `export { client } from './client.gen.js';
export { type Client, type Config, createClient, createConfig } from './client/index.js';
export * from './index.js';
`;

async function makePython(work, version) {
  const folder = await emptied('python');
  await writeJson(work, 'python.json', {
    project_name_override: 'ludus-hub-client',
    package_name_override: 'ludus_hub_client',
    package_version_override: version,
    post_hooks: [],
  });
  const program = await ensurePythonTool(...generators.python);
  const options = ['--path', 'openapi.json', '--config', 'python.json', '--output-path', folder];
  // A call or a type that it cannot express would be missing.
  await run('openapi-python-client', program, ['generate', '--overwrite', '--fail-on-warning', ...options], {
    cwd: work,
  });
  await mkdir(join(folder, 'examples'));
  await cp(join(examples, 'copy_sessions.py'), join(folder, 'examples', 'copy_sessions.py'));
  await describe(folder, { language: 'python', file: 'copy_sessions.py', install: 'pip install ./python' });
  return folder;
}

async function emptied(name) {
  const folder = join(clientsFolder, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

const writeJson = (folder, name, value) =>
  writeFile(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);

/** Its README, with the example that the tests of the clients run, and the licence. */
async function describe(folder, { language, file, install }) {
  const example = await readFile(join(examples, file), 'utf8');
  const text = `# Ludus Hub client

Generated from the API description of the hub (\`/api/openapi.json\`), whose version it has: every call and every type of it. What the calls do, their errors and limits stand there
and, to be read, under \`/api/docs\` of each hub.

\`\`\`sh
${install}
\`\`\`

Programs sign in with an API token, which a person creates under Settings, API tokens, with the scopes that the program needs: \`sessions:read\` for this example, which follows
\`GET /api/bookkeeping/sessions/changes\` page by page (\`examples/${file}\`).

\`\`\`${language}
${example.trimEnd()}
\`\`\`
`;
  await writeFile(join(folder, 'README.md'), text);
  await cp(inRoot('LICENSE'), join(folder, 'LICENSE'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const folders = await releaseClients();
    console.log(Object.values(folders).join('\n'));
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exitCode = 1;
  }
}
