/** A hub with open sessions of every age, and people of every role who ask for them. */
import type { Role } from '@ludus/contract';
import type { PlatformSession } from '@ludus/contract/operator-api';
import { sessionIdOf } from '../../../src/modules/session-store/index.ts';
import { platformSession } from '../../fake-platform.ts';
import { tokenFor } from '../../tokens.ts';
import { type FetchHub, internationalSession, startFetchHub, testNow } from '../fetching/fetch-hub.ts';

export type Who = 'admin' | 'manager' | 'alpinaAdmin' | 'alpinaManager' | 'guest' | 'balticaAdmin';
const people: Record<Who, { role: Role; integration: string | null }> = {
  admin: { role: 'ludus_admin', integration: null },
  manager: { role: 'ludus_manager', integration: null },
  alpinaAdmin: { role: 'integration_admin', integration: 'Alpina' },
  alpinaManager: { role: 'integration_manager', integration: 'Alpina' },
  guest: { role: 'integration_guest', integration: 'Alpina' },
  balticaAdmin: { role: 'integration_admin', integration: 'Baltica' },
};

export const minutesAgo = (minutes: number) => new Date(Date.parse(testNow) - minutes * 60_000).toISOString();
const day = 24 * 60;

/** A session of Alpina that was created so long ago and has been at rest since. */
export function openFor(
  number: number,
  minutes: number,
  part: Partial<PlatformSession> = {},
): PlatformSession {
  const createdAt = minutesAgo(minutes);
  return platformSession(number, { isOpen: true, createdAt, updatedAt: createdAt, bet: 1_000, ...part });
}

export const known = {
  young: openFor(1, 5),
  ofToday: openFor(2, 90),
  ofTodayToo: openFor(3, 180, { bet: 2_550 }),
  playing: openFor(4, 200, { updatedAt: minutesAgo(3) }),
  old: openFor(5, 25 * day),
  oldest: openFor(6, 40 * day),
  fun: openFor(7, 30, { sessionType: 4, bet: 9_999 }),
  closed: platformSession(8, { createdAt: minutesAgo(60), updatedAt: minutesAgo(50) }),
};
/** Of Baltica. */
export const foreign = internationalSession(1, {
  sessionId: 'B-1',
  isOpen: true,
  createdAt: minutesAgo(2 * day),
  updatedAt: minutesAgo(2 * day),
  bet: 700,
});

export const idsOf = (rows: readonly { sessionId: string }[]) => rows.map(({ sessionId }) => sessionId);

export interface OpenHub {
  world: FetchHub;
  tokens: Record<Who, string>;
  idOf(session: PlatformSession, where?: 'alpina' | 'baltica'): string;
  get(path: string, who?: Who): ReturnType<FetchHub['hub']['get']>;
  post(path: string, body: object, who?: Who): ReturnType<FetchHub['hub']['call']>;
  /** Adds sessions that no other test knows, as many as there are ages in minutes, and has them fetched. */
  addOpen(...minutes: number[]): Promise<PlatformSession[]>;
}

export async function startOpenHub(): Promise<OpenHub> {
  const world = await startFetchHub();
  const tokens = {} as Record<Who, string>;
  for (const [who, { role, integration }] of Object.entries(people) as [Who, (typeof people)[Who]][]) {
    tokens[who] = await tokenFor(role, {
      now: world.clock.now(),
      userId: who,
      username: who,
      ...(integration === null ? {} : { integration }),
    });
    world.accounts.set(who, {
      id: who,
      username: who,
      email: `${who}@hub.test`,
      roles: [role],
      integrationName: integration,
      enabled: true,
    });
  }
  const fetchAll = async () => world.settled(await world.fetching.requestInitialFetch());
  world.alpina.put(...Object.values(known));
  world.baltica.put(foreign);
  await fetchAll();
  let latest = 100;
  return {
    world,
    tokens,
    idOf: ({ sessionId }, where = 'alpina') => sessionIdOf(world.ids[where], sessionId),
    get: (path, who = 'admin') => world.hub.get(path, tokens[who]),
    post: (path, body, who = 'admin') => world.hub.call('POST', path, { body, token: tokens[who] }),
    async addOpen(...minutes) {
      const added = minutes.map((age) => {
        latest += 1;
        return openFor(latest, age);
      });
      world.alpina.put(...added);
      await fetchAll();
      return added;
    },
  };
}
