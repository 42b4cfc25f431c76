// Programs that no package of npm has: built with Go from their sources at first use.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Failure, inRoot } from './paths.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

const folder = inRoot('node_modules', '.cache', 'go');

const modules = {
  helm: { module: 'helm.sh/helm/v3@v3.22.0', main: './cmd/helm' },
  kubeconform: { module: 'github.com/yannh/kubeconform@v0.8.0', main: './cmd/kubeconform' },
  'docker-compose': { module: 'github.com/docker/compose/v2@v2.40.3', main: './cmd' },
  k6: { module: 'go.k6.io/k6@v1.8.1', main: '.' },
};

/** The path of a program; built with Go unless it has been. */
export async function goTool(name) {
  const { module, main } = modules[name];
  const path = `${folder}/${name}-${module.split('@').at(-1)}`;
  if (existsSync(path)) return path;
  // In its own folder: `go install` refuses modules that replace others.
  const cwd = await goModule(module);
  await step(`Building ${module}`, () =>
    run(`go build ${module}`, 'go', ['build', '-o', path, main], { cwd }),
  );
  return path;
}

/** The folder of a module's sources. */
export async function goModule(module) {
  if (spawnSync('go', ['version']).status !== 0)
    throw new Failure(`${module} needs Go, which is missing: apt-get install golang-go.`);
  return JSON.parse(await run(`go mod download ${module}`, 'go', ['mod', 'download', '-json', module])).Dir;
}
