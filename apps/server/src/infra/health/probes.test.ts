import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { silentLog } from '../../../test/harness.ts';
import { createMetrics } from '../metrics/index.ts';
import type { Health } from './health.ts';
import { openProbeServer } from './probes.ts';

it('a port of the probes that is taken stops the start with its setting and the cure', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const settings = {
    healthPort: port,
    healthHost: '127.0.0.1',
    metricsToken: undefined,
    metricsAllowedNetworks: [],
  };
  await expect(openProbeServer(settings, {} as Health, createMetrics(), silentLog)).rejects.toThrow(
    `HEALTH_PORT ${port} is in use by another program: stop it, or set HEALTH_PORT to another one.`,
  );
  other.close();
});
