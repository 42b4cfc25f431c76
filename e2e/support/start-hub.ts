import { Api } from './api.ts';
import { startHubProcess } from './hub-process.ts';

/** One hub for all tests, with the demo's whole history in its session store before the first of them runs. */
export default async function startHub(): Promise<() => Promise<void>> {
  const hub = await startHubProcess();
  process.env.E2E_ORIGIN = hub.origin;
  process.env.E2E_DATA_DIR = hub.dataDir;
  try {
    await (await Api.signIn('admin')).firstFetch();
  } catch (error) {
    await hub.stop();
    throw error;
  }
  return hub.stop;
}
