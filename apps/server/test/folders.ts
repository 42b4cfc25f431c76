import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Temporary folders are closed to others; PostgreSQL runs as another user when the tests run as root. */
export function openToAll(folder: string): Promise<void> {
  return chmod(folder, 0o755);
}

/** A fresh temporary folder; whoever asks for it removes it. */
export function temporaryFolder(purpose: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `ludus-test-${purpose}-`));
}
