// Every optional platform package of every dependency must stand in the lockfile: `npm ci` refuses a lockfile that lacks
// one, on any machine that can see the package. Some registries do not carry all of them, so npm leaves them out.
// usage: node scripts/check-lockfile.mjs [--fix]
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const systems = ['darwin', 'linux', 'win32', 'freebsd', 'android'];
const processors = ['x64', 'arm64', 'arm', 'ia32'];
const missing = [];

for (const [owner, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (lock.packages[`node_modules/${name}`] || lock.packages[`${owner}/node_modules/${name}`]) continue;
    missing.push(`${name}@${version}`);
    const words = name.split('/').pop().split('-');
    const addition = { version, optional: true };
    const cpu = words.filter((word) => processors.includes(word));
    const os = words.filter((word) => systems.includes(word));
    if (cpu.length > 0) addition.cpu = cpu;
    if (os.length > 0) addition.os = os;
    lock.packages[`node_modules/${name}`] = addition;
  }
}

if (missing.length === 0) {
  console.log('Lockfile: every optional platform package has an entry.');
} else if (process.argv.includes('--fix')) {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Lockfile: added ${missing.join(', ')}.`);
} else {
  console.error(`Lockfile lacks ${missing.join(', ')}. Run: node scripts/check-lockfile.mjs --fix`);
  process.exit(1);
}
