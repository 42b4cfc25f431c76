/** A hub that has fetched the sessions below from two platforms, and tokens of those who ask for them. */
import type { PlatformSession } from '@ludus/contract/operator-api';
import { platformSession } from '../../fake-platform.ts';
import { tokenFor } from '../../tokens.ts';
import { type FetchHub, internationalSession, startFetchHub } from '../fetching/fetch-hub.ts';

export type Who = 'admin' | 'manager' | 'alpinaAdmin' | 'alpinaManager' | 'guest' | 'balticaAdmin';

export const times = { createdAt: '2026-11-20T08:00:00.000Z', updatedAt: '2026-11-20T08:30:00.000Z' };
/** Of Alpina. */
export const played: PlatformSession[] = [
  platformSession(1, { ...times, bet: 1_000, win: 250, netWin: 560, due: 75, rounds: 10, userId: 'anna' }),
  platformSession(2, {
    ...times,
    bet: 2_000,
    win: 4_000,
    netWin: -1_500,
    due: -200,
    rounds: 0,
    userId: 'anna',
  }),
  platformSession(3, { ...times, sessionType: 4, gameSlug: 'comet_courier', userId: 'bruno' }),
  // Open, at rest for an hour, for exactly ten minutes, and for one.
  platformSession(4, { ...times, isOpen: true, updatedAt: '2026-11-20T11:00:00.000Z' }),
  platformSession(5, { ...times, isOpen: true, updatedAt: '2026-11-20T11:50:00.000Z' }),
  platformSession(6, { ...times, isOpen: true, updatedAt: '2026-11-20T11:59:00.000Z' }),
];
/** Of Baltica. */
export const foreign = internationalSession(1, {
  ...times,
  sessionId: 'B-1',
  userId: 'anna',
  bet: 9_900,
  win: 0,
});

export async function startPlayedHub(): Promise<{ world: FetchHub; tokens: Record<Who, string> }> {
  const world = await startFetchHub();
  const tokens = {} as Record<Who, string>;
  const now = world.clock.now();
  const roles = {
    admin: 'ludus_admin',
    manager: 'ludus_manager',
    alpinaAdmin: 'integration_admin',
    alpinaManager: 'integration_manager',
    guest: 'integration_guest',
  } as const;
  for (const who of Object.keys(roles) as (keyof typeof roles)[])
    tokens[who] = await tokenFor(roles[who], { now });
  const ofBaltica = { now, integration: 'Baltica', userId: 'baltica' };
  tokens.balticaAdmin = await tokenFor('integration_admin', ofBaltica);
  world.alpina.put(...played);
  world.baltica.put(foreign);
  await world.settled(await world.fetching.requestInitialFetch());
  return { world, tokens };
}
