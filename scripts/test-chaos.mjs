// `npm run test:chaos`: kills the product in the middle of a fetch while a browser looks on. With `--kills N` it kills
// processes of the server N times instead (apps/server/test/support/processes/chaos/main.ts).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findNode, inRoot } from './lib/paths.mjs';

const given = process.argv.slice(2);
const command = given.some((argument) => argument.startsWith('--kills'))
  ? [inRoot('apps/server/test/support/processes/chaos/main.ts'), ...given]
  : [
      inRoot('node_modules/@playwright/test/cli.js'),
      ...['test', '--config', 'e2e/playwright.config.ts', 'chaos', ...given],
    ];
const child = spawn(findNode(), command, {
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${inRoot('node_modules', '.bin')}:${process.env.PATH}`,
    E2E_CHAOS: 'on',
    UV_THREADPOOL_SIZE: '8',
  },
});
const [code] = await once(child, 'exit');
process.exit(code ?? 1);
