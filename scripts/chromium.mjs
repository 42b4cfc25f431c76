// Prints the path of the Chromium for the browser tests, and installs one first where it can.
import { ensureChromium } from './lib/chromium.mjs';
import { Failure } from './lib/paths.mjs';

try {
  console.log(await ensureChromium());
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exit(1);
}
