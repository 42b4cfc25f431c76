import chdb from 'chdb';
import { afterAll } from 'vitest';

// Meant for the end of tests, and therefore not in its types.
const { _closeAllSessions: closeAllSessions } = chdb as unknown as { _closeAllSessions: () => void };

// The next test file of this process opens another folder, which the engine refuses while anything of this one is open,
// such as a stream whose reader has gone a moment ago. Registered first, so it runs after the hooks of the file.
afterAll(async () => {
  closeAllSessions();
  await chdb.drainPending();
});
