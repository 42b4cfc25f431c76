// `npm run test:soak -- --minutes 120 --people 50`: scripted people work in a fresh hub with its sandbox (e2e/soak/main.ts).
// k6, which plays them, is built from its sources at first use.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { goTool } from './lib/go.mjs';
import { Failure, findNode, inRoot } from './lib/paths.mjs';

try {
  const env = { ...process.env, K6: await goTool('k6') };
  const args = [inRoot('e2e', 'soak', 'main.ts'), ...process.argv.slice(2)];
  const child = spawn(findNode(), args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exit(code ?? 1);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exit(1);
}
