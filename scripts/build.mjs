// `npm run build`: builds what a hub in production needs beside its sources, which Node runs as they are: the web application.
import { existsSync } from 'node:fs';
import { Failure, inRoot } from './lib/paths.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

try {
  if (!existsSync(inRoot('node_modules', 'vite'))) {
    throw new Failure('The packages that build the web application are not installed: run npm ci.');
  }
  await ensureWebBuilt();
  console.log('The web application is built: apps/web/dist.');
} catch (error) {
  console.error(error instanceof Failure ? error.message : error.stack);
  process.exit(1);
}
