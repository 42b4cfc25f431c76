import { spawnSync } from 'node:child_process';
import { Failure, inRoot } from '../paths.mjs';
import { run } from '../run.mjs';

/** Checks the syntax of the alert rules and runs their unit tests. */
export async function checkPrometheus() {
  await ensurePromtool();
  const cwd = inRoot('deploy', 'prometheus');
  const found = await run('promtool check rules', 'promtool', ['check', 'rules', 'alerts.yaml'], { cwd });
  await run('promtool test rules', 'promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd });
  return `${/\d+ rules/.exec(found)?.[0] ?? 'rules'} are valid, and their tests pass`;
}

const hasPromtool = () => spawnSync('promtool', ['--version']).status === 0;

async function ensurePromtool() {
  if (hasPromtool()) return;
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (canInstall) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get update', 'apt-get', ['update', '-qq'], { env });
    const args = ['install', '-y', '-qq', '--no-install-recommends', 'prometheus'];
    await run('apt-get install prometheus', 'apt-get', args, { env });
    if (hasPromtool()) return;
  }
  throw new Failure(
    'promtool is missing and cannot be installed here. It comes with Prometheus (Debian, Ubuntu: apt-get install prometheus).',
  );
}
