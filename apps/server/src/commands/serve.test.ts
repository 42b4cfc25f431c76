import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folders.ts';
import { silentLog } from '../../test/harness.ts';
import { assertPortFree } from '../infra/http/port.ts';
import { assertWebBuilt } from './serve.ts';

describe('before it loads the hub, a process', () => {
  it('refuses to serve without the web application in production, and serves without it elsewhere', async () => {
    const folder = await temporaryFolder('web');
    const refused = () => assertWebBuilt({ production: true }, silentLog, folder);
    expect(refused).toThrow('The web application is not built, so the hub has no pages: run npm run build.');
    assertWebBuilt({ production: false }, silentLog, folder);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'index.html'), '');
    expect(refused).not.toThrow();
    await rm(folder, { recursive: true });
  });

  it('refuses a port that is taken and an address of another machine, and takes a free one', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    const { port } = other.address() as { port: number };
    await expect(assertPortFree({ port, host: '127.0.0.1' })).rejects.toThrow(
      `PORT ${port} is in use by another program: stop it, or set PORT to another one.`,
    );
    await expect(assertPortFree({ port, host: '192.0.2.1' })).rejects.toThrow(
      'HUB_HOST 192.0.2.1 is no address of this machine',
    );
    await new Promise((done) => other.close(done));
    await assertPortFree({ port, host: '127.0.0.1' });
  });
});
