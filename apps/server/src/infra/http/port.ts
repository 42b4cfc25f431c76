import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../errors/startup-errors.ts';

/**
 * Checks that the hub will be able to listen, before any store is opened: a hub that could not serve would have changed them
 * for nothing.
 * @throws StartupError naming PORT or HUB_HOST
 */
export async function assertPortFree({ port, host }: Pick<Settings, 'port' | 'host'>): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw refusalOf((error as NodeJS.ErrnoException).code, port, host) ?? error;
  }
  probe.close();
  await once(probe, 'close');
}

function refusalOf(code: string | undefined, port: number, host: string): StartupError | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return new StartupError(
        `PORT ${port} is in use by another program: stop it, or set PORT to another one.`,
      );
    case 'EACCES':
      return new StartupError(
        `PORT ${port} may not be used by this user: set PORT to 1024 or higher, and let a proxy listen on ${port}.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(
        `HUB_HOST ${host} is no address of this machine: set it to one of its addresses, or to 0.0.0.0 for all of them.`,
      );
    default:
      return undefined;
  }
}
