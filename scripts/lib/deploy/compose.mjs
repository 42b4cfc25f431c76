import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goTool } from '../go.mjs';
import { Failure, inRoot } from '../paths.mjs';
import { run } from '../run.mjs';

const composeFiles = [
  ['compose.yaml'],
  ['compose.yaml', 'compose.cluster.yaml'],
  ['clickhouse-cluster/compose.yaml'],
];

/**
 * Reads the compose files as Docker does, with the example of their values filled in.
 * @param settingNames every setting that the hub knows: a misspelt one would do nothing
 */
export async function checkCompose(settingNames) {
  const compose = await goTool('docker-compose');
  const folder = mkdtempSync(join(tmpdir(), 'ludus-compose-'));
  const counts = [];
  try {
    const env = join(folder, 'values.env');
    copyFileSync(inRoot('deploy', 'compose.env.example'), env);
    writeFileSync(env, readFileSync(env, 'utf8').replaceAll(/^(\w+)=$/gm, '$1=filled-in'));
    for (const files of composeFiles) {
      const args = files.flatMap((file) => ['-f', inRoot('deploy', file)]);
      const text = await run(
        `docker compose config (${files.join(', ')})`,
        compose,
        [...args, ...['--env-file', env, 'config', '--format', 'json']],
        { env: { PATH: process.env.PATH, HOME: folder, CLICKHOUSE_PASSWORD: 'filled-in' } },
      );
      const { services } = JSON.parse(text.slice(text.indexOf('{')));
      checkServices(services, settingNames);
      counts.push(`${files.join(' and ')} with ${Object.keys(services).length} services`);
    }
    return counts.join(', ');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function checkServices(services, settingNames) {
  for (const [name, { image, build, environment = {} }] of Object.entries(services)) {
    const isHub = build !== undefined;
    if (!isHub && /:latest$|^[^:]+$/.test(image.split('/').at(-1)))
      throw new Failure(`${name} runs ${image}, of no fixed version.`);
    const unknown = Object.keys(environment).filter(
      (setting) => !settingNames.includes(setting) && setting !== 'NODE_EXTRA_CA_CERTS',
    );
    if (isHub && unknown.length > 0)
      throw new Failure(`${name} sets what the hub does not know: ${unknown.join(', ')}.`);
  }
}
