/** A hub of integrations, session store and fetching only, for programs that tests start, kill and start again. */
import { systemEndpoints } from '@ludus/contract';
import { type Hub, type HubOptions, type StopLimits, type Stores, startHub } from '../../../src/app.ts';
import { fixedClock } from '../../../src/infra/clock/index.ts';
import type { Settings } from '../../../src/infra/config/settings.ts';
import { createLog, type Log } from '../../../src/infra/log/index.ts';
import type { HubModule, Infra } from '../../../src/infra/module.ts';
import { createFetchingModule, type FetchingModule } from '../../../src/modules/fetching/index.ts';
import { createIntegrationsModule } from '../../../src/modules/integrations/index.ts';
import { createSessionStoreModule, type SessionStore } from '../../../src/modules/session-store/index.ts';
import { addGame, addOperator } from '../../catalogue.ts';

export interface SmallHub {
  hub: Hub;
  fetching: FetchingModule;
  sessionStore: SessionStore;
  /** Makes the one integration, with an operator and a game. */
  addPlatform(url: string, token: string): Promise<void>;
}

export async function startSmallHub(options: {
  settings: Settings;
  now: string;
  stores?: Stores;
  /** Left out, nothing is logged: standard output belongs to the result. */
  log?: Log;
  stopLimits?: StopLimits;
  /** Further modules. */
  modules?: (infra: Infra) => HubModule[];
}): Promise<SmallHub> {
  const made: Partial<Pick<SmallHub, 'fetching' | 'sessionStore'>> & {
    integrations?: ReturnType<typeof createIntegrationsModule>;
  } = {};
  const compose: HubOptions['compose'] = (infra, parts) => {
    const integrations = createIntegrationsModule(infra, { ...parts, isFetching: async () => true });
    const sessionStore = createSessionStoreModule(infra);
    const fetching = createFetchingModule(
      infra,
      { integrations, sessionStore: sessionStore.service, operatorApi: parts.operatorApi },
      { rowsPerPage: 500 },
    );
    Object.assign(made, { fetching, integrations, sessionStore: sessionStore.service });
    const modules: HubModule[] = [integrations, sessionStore, fetching, ...(options.modules?.(infra) ?? [])];
    const own = modules.flatMap((module) => module.endpoints?.map((bound) => bound.endpoint) ?? []);
    return {
      modules,
      contract: [...systemEndpoints, ...own],
      integrations: integrations.referenceData,
      identity: {
        issuer: 'https://identity.test',
        keys: () => Promise.reject(new Error('no-one signs in here')),
      },
    };
  };
  const { settings, stores, stopLimits, log = createLog({ logLevel: 'silent' }) } = options;
  const hub = await startHub({
    settings,
    log,
    role: 'all',
    schedules: false,
    clock: fixedClock(options.now),
    ...(stores === undefined ? {} : { stores }),
    ...(stopLimits === undefined ? {} : { stopLimits }),
    compose,
  });
  const { fetching, integrations, sessionStore } = made as Required<typeof made>;
  return {
    hub,
    fetching,
    sessionStore,
    async addPlatform(url, token) {
      const integrationId = await integrations.importer.upsert({
        externalIdentifier: 'killed',
        name: 'Killed',
        version: 'GAI2',
        urls: { gaming: url, data: url, play: url, launch: url },
        tokens: { data: token, bookkeeping: token, play: token },
      });
      const { db } = hub.infra.postgres;
      await addOperator(db, integrationId, 'VIVA');
      await addGame(db, 'sugar_cascade');
    },
  };
}
