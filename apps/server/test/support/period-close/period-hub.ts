/** A hub whose October can be closed: complete, reconciled, without open sessions and alerts unless a test says otherwise. */
import { type PeriodDetail, type Restatement, type Role, sessionTypes } from '@ludus/contract';
import type { PlatformSession } from '@ludus/contract/operator-api';
import type { Actor } from '../../../src/infra/access/index.ts';
import { addDays, daysBetween } from '../../../src/infra/clock/index.ts';
import type { HubModule } from '../../../src/infra/module.ts';
import {
  createPeriodCloseModule,
  type Incident,
  type PeriodCloseModule,
} from '../../../src/modules/period-close/index.ts';
import { findNumberInForce } from '../../../src/modules/statements/index.ts';
import { platformSession } from '../../fake-platform.ts';
import { tokenFor } from '../../tokens.ts';
import { type FetchHub, type FetchHubParts, startFetchHub } from '../fetching/fetch-hub.ts';

export type Who =
  | 'admin'
  | 'other'
  | 'manager'
  | 'alpinaAdmin'
  | 'alpinaManager'
  | 'alpinaGuest'
  | 'balticaAdmin';
const roles: Record<Who, { role: Role; integration: string | null }> = {
  admin: { role: 'ludus_admin', integration: null },
  other: { role: 'ludus_admin', integration: null },
  manager: { role: 'ludus_manager', integration: null },
  alpinaAdmin: { role: 'integration_admin', integration: 'Alpina' },
  alpinaManager: { role: 'integration_manager', integration: 'Alpina' },
  alpinaGuest: { role: 'integration_guest', integration: 'Alpina' },
  balticaAdmin: { role: 'integration_admin', integration: 'Baltica' },
};

/** A day on which the platform says 5,50 € more of bets than the hub, unless both are equal. */
function comparedDay(actor: Actor, integrationId: number, day: string, isEqual: boolean) {
  const money = actor.can('money:net-and-due') ? { netWin: 7.5, due: 1.25 } : {};
  const ours = { sessions: 3, open: 0, bet: 100.1, win: 90, rounds: 20, ...money };
  const nothing = {
    sessions: 0,
    open: 0,
    bet: 0,
    win: 0,
    rounds: 0,
    ...('netWin' in money ? { netWin: 0, due: 0 } : {}),
  };
  return {
    integration: { id: integrationId },
    day,
    state: isEqual ? ('equal' as const) : ('differs' as const),
    types: [
      {
        sessionTypeId: sessionTypes.real,
        ours,
        platform: isEqual ? ours : { ...ours, bet: 105.6 },
        difference: isEqual ? nothing : { ...nothing, bet: 5.5 },
      },
    ],
  };
}

export interface PeriodHub {
  world: FetchHub;
  module: PeriodCloseModule;
  /** What other modules return to the checks. */
  found: {
    compared: { compared: number; equal: number };
    incidents: Incident[];
    alerts: number;
    evaluatedUntil: Date | null;
    /** The number of the statement of every month, beside those that are issued. */
    statement: string | undefined;
    /** The integrations that each run of the checks has asked about. */
    asked: number[][];
  };
  call(method: string, path: string, body?: object, who?: Who): ReturnType<FetchHub['hub']['call']>;
  /** Reads a month of Alpina. */
  get(month: string, query?: string, who?: Who): Promise<PeriodDetail>;
  /** What people are when they open a file. */
  people: Record<Who, { role: Role; integration: string | null }>;
  lines(month: string): Promise<Restatement[]>;
  /** Puts a month of Alpina in review and closes it; everything that is found is accepted. */
  close(month: string): Promise<void>;
  /** Stores sessions at Alpina's platform and fetches them. */
  put(...sessions: PlatformSession[]): Promise<void>;
}

export const reason = 'Agreed with the platform.';

/** A real session of Alpina that was created in October. */
export function october(number: number, part: Partial<PlatformSession> = {}): PlatformSession {
  const day = String(1 + (number % 31)).padStart(2, '0');
  return platformSession(number, {
    createdAt: `2026-10-${day}T10:00:00.000Z`,
    updatedAt: `2026-10-${day}T10:20:00.000Z`,
    ...part,
  });
}

export interface PeriodHubOptions {
  /** Modules that are served as well. */
  further?: (parts: FetchHubParts & { periodClose: PeriodCloseModule }) => HubModule[];
}

export async function startPeriodHub({ further }: PeriodHubOptions = {}): Promise<PeriodHub> {
  const found: PeriodHub['found'] = {
    compared: { compared: 31, equal: 31 },
    incidents: [],
    alerts: 0,
    evaluatedUntil: new Date('2030-01-01T00:00:00Z'),
    statement: undefined,
    asked: [],
  };
  const people = structuredClone(roles);
  let module: PeriodCloseModule | undefined;
  const world = await startFetchHub({
    further(parts) {
      const { infra, fetching, sessionStore, integrations } = parts;
      module = createPeriodCloseModule(infra, {
        sessionStore: sessionStore.service,
        referenceData: integrations.referenceData,
        findDayStates: async ({ from, to }) =>
          Array.from({ length: daysBetween(from, to) }, (_, index) => ({
            integrationId: world.ids.alpina,
            day: addDays(from, index),
            comparedAt: index < found.compared.compared ? world.clock.now() : null,
            isEqual: index < found.compared.equal,
          })),
        countQuarantined: fetching.countQuarantined,
        findIncidents: async (ids) => {
          found.asked.push([...ids]);
          return new Map(ids.map((id) => [id, found.incidents]));
        },
        readAlerts: async (ids) => ({
          open: new Map(ids.map((id) => [id, found.alerts])),
          evaluatedUntil: found.evaluatedUntil,
        }),
        findStatement: async (db, key) => found.statement ?? findNumberInForce(db, key),
        listComparedDays: async (actor, { from }) => ({
          rows: Array.from({ length: found.compared.compared }, (_, index) =>
            comparedDay(actor, world.ids.alpina, addDays(from, index), index < found.compared.equal),
          ),
        }),
        rights: {
          identityOf: async (subject) => {
            const { role, integration } = people[subject as Who];
            const email = `${subject}@example.com`;
            return { userId: subject, username: subject, email, roles: [role], integrationName: integration };
          },
          integrations: integrations.referenceData,
        },
      });
      return [module, ...(further?.({ ...parts, periodClose: module }) ?? [])];
    },
  });
  /** Made for each call: tests move the clock by weeks. */
  const tokenOf = (who: Who) => {
    const { role, integration } = roles[who];
    return tokenFor(role, {
      now: world.clock.now(),
      userId: who,
      username: who,
      ...(integration === null ? {} : { integration }),
    });
  };
  const path = (month: string) => `/periods/${world.ids.alpina}/${month}`;
  const hub: PeriodHub = {
    world,
    module: module as unknown as PeriodCloseModule,
    found,
    people,
    call: async (method, where, body, who = 'admin') =>
      world.hub.call(method, where, { token: await tokenOf(who), ...(body === undefined ? {} : { body }) }),
    async get(month, query = '', who = 'admin') {
      const { status, body } = await hub.call('GET', `${path(month)}${query}`, undefined, who);
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return body;
    },
    async lines(month) {
      return (await hub.call('GET', `${path(month)}/restatements?limit=500`)).body.rows;
    },
    async close(month) {
      await hub.call('POST', `${path(month)}/review`);
      const { checks } = await hub.get(month);
      const { status, body } = await hub.call('POST', `${path(month)}/close`, {
        acknowledged: checks.filter(({ result }) => result === 'attention').map(({ id }) => id),
        overrides: checks
          .filter(({ result }) => result === 'failed')
          .map(({ id }) => ({ check: id, reason })),
      });
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    },
    async put(...sessions) {
      world.alpina.put(...sessions);
      await world.settled(await world.fetching.requestInitialFetch([world.ids.alpina]));
    },
  };
  return hub;
}
