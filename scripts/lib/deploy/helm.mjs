import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goTool } from '../go.mjs';
import { Failure, inRoot } from '../paths.mjs';
import { run } from '../run.mjs';
import { kubernetesSchemas, serviceMonitorSchemas } from './schemas.mjs';

const chart = inRoot('deploy', 'helm', 'ludus-hub');
/** The oldest one that the chart takes, and a recent one. */
const kubernetesVersions = ['1.30.0', '1.36.0'];

/** Values under which the chart is tried: as it is, with everything on, and with everything off. */
const variants = {
  'as it is': [],
  'everything on': [
    ...[
      'serviceMonitor.enabled=true',
      'serviceMonitor.labels.release=prometheus',
      'worker.autoscaling.queueAgeSeconds=60',
    ],
    ...[
      'ingress.className=nginx',
      'imagePullSecrets[0].name=registry',
      'nodeSelector.pool=hub',
      'tolerations[0].key=hub',
    ],
  ],
  'everything off': [
    ...[
      'api.autoscaling.enabled=false',
      'worker.autoscaling.enabled=false',
      'ingress.enabled=false',
      'networkPolicy.enabled=false',
    ],
  ],
};

/**
 * Lints the chart, renders it under several values, and holds what comes out against the schemas of Kubernetes.
 * @param settingNames every setting that the hub knows: a misspelt one would do nothing
 */
export async function checkHelm(settingNames) {
  const [helm, kubeconform] = [await goTool('helm'), await goTool('kubeconform')];
  await run('helm lint', helm, ['lint', '--strict', chart]);
  const folder = mkdtempSync(join(tmpdir(), 'ludus-helm-'));
  try {
    for (const [name, values] of Object.entries(variants)) {
      const set = values.flatMap((value) => ['--set', value]);
      const rendered = await run(`helm template (${name})`, helm, [
        'template',
        'hub',
        chart,
        '--namespace',
        'hub',
        '--kube-version',
        kubernetesVersions[0],
        ...set,
      ]);
      const file = join(folder, 'rendered.yaml');
      writeFileSync(file, rendered);
      for (const version of kubernetesVersions) {
        const own = `${await kubernetesSchemas(version)}/{{.ResourceKind}}{{.KindSuffix}}.json`;
        const operators = `${await serviceMonitorSchemas()}/{{.ResourceKind}}.json`;
        const args = ['-strict', '-summary', '-schema-location', own, '-schema-location', operators, file];
        await run(`kubeconform (${name}, Kubernetes ${version})`, kubeconform, args);
      }
      checkSettings(rendered, settingNames);
    }
    return `${Object.keys(variants).length} sets of values, Kubernetes ${kubernetesVersions.join(' and ')}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function checkSettings(rendered, settingNames) {
  const named = [...rendered.matchAll(/^\s+- name: ([A-Z][A-Z0-9_]+)$/gm)].map(([, name]) => name);
  const unknown = named.filter((name) => !settingNames.includes(name));
  if (named.length === 0 || unknown.length > 0)
    throw new Failure(`The chart sets what the hub does not know: ${unknown.join(', ')}.`);
}
