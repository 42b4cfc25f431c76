// Builds both images of the Containerfile and runs them as an orchestrator would: `npm run test:image`.
//   CONTAINER_TOOL   podman or docker; the first one that is there unless set
//   NODE_IMAGE, BASE_IMAGE   other images to build on
// Where the images to build on cannot be pulled, stand-ins are made of Debian's packages (mmdebstrap) and this machine's
// Node and npm; the sizes that are printed then are those on the stand-ins.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure, findNode, root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const port = process.env.PORT ?? '3900';
const container = `ludus-hub-trial-${process.pid}`;
const work = mkdtempSync(join(tmpdir(), 'ludus-image-'));
const tool = process.env.CONTAINER_TOOL ?? ['podman', 'docker'].find(isThere);
/** As an orchestrator runs it: nothing may be written but the data folder, a volume of the image, and temporary files. */
const hardened = ['--rm', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--network', 'host'];

function isThere(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

const inTool = (title, args, show = false) => run(title, tool, args, { cwd: root, show });

/** The names of the images to build on: those of the Containerfile where they can be pulled. */
async function baseImages() {
  const wanted = Object.fromEntries(
    [...readFileSync(join(root, 'Containerfile'), 'utf8').matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)].map(
      ([, name, image]) => [name, process.env[name] ?? image],
    ),
  );
  const pulled = Object.values(wanted).every(
    (image) =>
      image.startsWith('localhost/') ||
      spawnSync(tool, ['pull', '-q', image], { stdio: 'ignore' }).status === 0,
  );
  if (pulled) return wanted;
  console.log('The images to build on cannot be pulled: stand-ins are made of packages.');
  return { NODE_IMAGE: await nodeStandIn(), BASE_IMAGE: 'localhost/ludus-debian' };
}

async function nodeStandIn() {
  if (!isThere('mmdebstrap')) throw new Failure('mmdebstrap is missing: apt-get install mmdebstrap.');
  const npm = dirname(
    dirname(
      execFileSync('readlink', ['-f', execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()], {
        encoding: 'utf8',
      }).trim(),
    ),
  );
  const suite = /VERSION_CODENAME=(\w+)/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
  await run('mmdebstrap', 'mmdebstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    suite,
    join(work, 'debian.tar'),
  ]);
  copyFileSync(findNode(), join(work, 'node'));
  cpSync(npm, join(work, 'npm'), { recursive: true });
  writeFileSync(join(work, 'Debian'), 'FROM scratch\nADD debian.tar /\n');
  // A machine that reaches its registry through a proxy with an authority of its own needs that one in the build, too.
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  if (authority) copyFileSync(authority, join(work, 'authority.crt'));
  writeFileSync(
    join(work, 'Node'),
    [
      'FROM localhost/ludus-debian',
      'COPY node /usr/local/bin/node',
      'COPY npm /usr/local/lib/node_modules/npm',
      'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
      ...(authority ? ['COPY authority.crt /authority.crt', 'ENV NODE_EXTRA_CA_CERTS=/authority.crt'] : []),
      '',
    ].join('\n'),
  );
  await inTool('The Debian image', [
    'build',
    '-t',
    'localhost/ludus-debian',
    '-f',
    join(work, 'Debian'),
    work,
  ]);
  await inTool('The Node image', ['build', '-t', 'localhost/ludus-node', '-f', join(work, 'Node'), work]);
  return 'localhost/ludus-node';
}

async function build(target, tag, images) {
  const npmrc = join(homedir(), '.npmrc');
  const args = Object.entries(images).flatMap(([name, image]) => ['--build-arg', `${name}=${image}`]);
  if (existsSync(npmrc)) args.push('--secret', `id=npmrc,src=${npmrc}`);
  await inTool(`The image ${tag}`, [
    'build',
    '-f',
    'Containerfile',
    '--target',
    target,
    '-t',
    tag,
    ...args,
    '.',
  ]);
  const bytes = await inTool('inspect', ['image', 'inspect', '--format', '{{.Size}}', tag]);
  console.log(`${tag}: ${Math.round(Number(bytes) / 1e6)} MB`);
}

function expectEqual(what, seen, wanted) {
  if (seen !== wanted) throw new Failure(`${what}: ${seen} instead of ${wanted}.`);
  console.log(`${what}: ${seen}`);
}

async function tryHub(tag) {
  const inside = (...command) =>
    inTool('A command of the hub', [
      'run',
      ...hardened,
      '--entrypoint',
      command[0],
      tag,
      ...command.slice(1),
    ]);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expectEqual('version', (await inTool('version', ['run', ...hardened, tag, 'version'])).trim(), version);
  expectEqual('user', (await inside('id', '-u')).trim(), '10001');
  const tools = await inside('sh', '-c', 'command -v npm yarn gcc cc make python3 curl wget git || true');
  expectEqual('build tools', tools.trim() || 'none', 'none');
  const sbom = JSON.parse(await inside('cat', '/hub/sbom.cdx.json'));
  expectEqual('SBOM', sbom.bomFormat, 'CycloneDX');
  const names = sbom.components.map(({ purl }) => purl);
  expectEqual(
    'packages named in the SBOM',
    ['fastify', 'react'].every((name) => names.some((purl) => purl.startsWith(`pkg:npm/${name}@`))),
    true,
  );
  const licences = await inside('cat', '/hub/LICENCES.txt');
  expectEqual(
    'packages without a licence',
    licences.split('\n').filter((line) => line.endsWith('not stated')).length,
    0,
  );
  const refused = spawnSync(tool, ['run', ...hardened, '-e', `PORT=${port}`, tag, 'serve'], {
    encoding: 'utf8',
  });
  expectEqual(
    'a start without stores',
    refused.stderr.trim().split('\n').at(-1)?.includes('DATABASE_URL'),
    true,
  );
}

async function tryTrial(tag) {
  const trial = inTool('The trial', ['run', ...hardened, '--name', container, '-e', `PORT=${port}`, tag]);
  let ended = false;
  trial.finally(() => (ended = true)).catch(() => {});
  const started = Date.now();
  for (;;) {
    const health = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined);
    if (health?.ok) break;
    if (ended || Date.now() - started > 120_000)
      throw new Failure(`The trial does not serve.\n${await trial}`);
    await wait(500);
  }
  console.log(`the trial serves after ${Math.round((Date.now() - started) / 1000)} s`);
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  expectEqual('the web application is in it', page.includes('<div id="root">'), true);
  await tryConformance();
  await inTool('stop', ['stop', '--time', '35', container]);
  await trial;
  console.log('stopped with exit code 0');
}

/** Checks a platform of the trial's sandbox with the kit of the hub's image, as its operator would. */
async function tryConformance() {
  const { inboxUrl } = await (await fetch(`http://127.0.0.1:${port}/api/config`)).json();
  const { platforms } = await (await fetch(new URL('/world.json', inboxUrl))).json();
  const config = join(work, 'platform.json');
  writeFileSync(config, JSON.stringify(platforms.find(({ name }) => name === 'Alpina')), { mode: 0o644 });
  const report = await inTool('The conformance kit', [
    'run',
    ...hardened,
    ...['--volume', `${config}:/platform.json:ro`, '--entrypoint', 'node', 'ludus-hub'],
    ...['packages/conformance/src/main.ts', '--json', '--config', '/platform.json'],
  ]);
  const { results } = JSON.parse(report);
  const passed = results.filter(({ state }) => state === 'passed').length;
  if (passed === 0) throw new Failure('The conformance kit of the image has checked nothing.');
  console.log(`the conformance kit of the image: ${passed} of ${results.length} checks passed, none failed`);
}

try {
  if (tool === undefined) throw new Failure('There is neither podman nor docker: apt-get install podman.');
  const images = await baseImages();
  await build('hub', 'ludus-hub', images);
  await build('trial', 'ludus-hub-trial', images);
  await tryHub('ludus-hub');
  await tryTrial('ludus-hub-trial');
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
