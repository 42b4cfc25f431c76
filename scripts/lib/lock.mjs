import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { inRoot } from './paths.mjs';

/** Runs work that only one process may do in a checkout at a time; a lock whose owner has died counts as free. */
export async function withLock(name, work) {
  const folder = inRoot('.cache', `${name}.lock`);
  const owner = `${folder}/pid`;
  mkdirSync(inRoot('.cache'), { recursive: true });
  for (let told = false; ; ) {
    try {
      mkdirSync(folder);
      writeFileSync(owner, String(process.pid));
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned(folder, owner)) {
      rmSync(folder, { recursive: true, force: true });
      continue;
    }
    if (!told) console.log(`Waiting for another start that does the same (${name}) …`);
    told = true;
    await wait(500);
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isAbandoned(folder, owner) {
  try {
    process.kill(Number(readFileSync(owner, 'utf8')), 0);
    return false;
  } catch (error) {
    // Someone else's process is alive as well.
    if (error.code === 'EPERM') return false;
    return error.code !== 'ENOENT' || isOlderThan(folder, 5000);
  }
}

// Between making its folder and writing its number into it, an owner has no number.
function isOlderThan(folder, milliseconds) {
  try {
    return Date.now() - statSync(folder).mtimeMs > milliseconds;
  } catch {
    return false;
  }
}
