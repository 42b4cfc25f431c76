import {
  changeBetsSchema,
  gameSlugSchema,
  maintenanceNoticeSchema,
  operatorCodeSchema,
  PLATFORM_SERVICES,
  type PlatformBets,
} from '@ludus/contract/operator-api';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { isoText } from '../history/lines.ts';
import { hashText, mix } from '../random.ts';
import { betLadder, minFactor } from '../world/games.ts';
import { conflict, invalid, notFound, parse } from './refusal.ts';
import type { PlatformRuntime } from './runtime.ts';
import { guard } from './service-guard.ts';

/** Every service reports its health, at its base address and at /health. */
export function healthRoutes(app: FastifyInstance, platform: PlatformRuntime, base: string): void {
  for (const service of PLATFORM_SERVICES) {
    for (const path of [`${base}/${service}`, `${base}/${service}/health`]) {
      app.get(path, guard(platform, service), async () => ({ status: 'ok' }));
    }
  }
}

/** The play service: operators, games, staff, and notices of maintenance. */
export function playRoutes(
  app: FastifyInstance,
  platform: PlatformRuntime,
  base: string,
  clock: Clock,
): void {
  const operator = guard(platform, 'operator');
  app.get(`${base}/v1/operators`, operator, async () => ({
    operators: platform.plan.operators.map(({ weight: _, ...one }) => one),
  }));
  let lists = 0;
  app.get(`${base}/v1/games`, operator, async () => {
    const games = platform.offers
      .filter((offer) => offer.state === 'active')
      .map(({ game, since }) => ({ slug: game.slug, activeSince: isoText(since) }));
    return { games: platform.state.faults.fickleGames && lists++ % 2 === 1 ? games.slice(1) : games };
  });
  app.get(`${base}/v1/users`, operator, async () => ({ users: platform.plan.users }));
  app.post(`${base}/v1/maintenances`, guard(platform, 'maintenance'), async (request) => {
    const notice = parse(maintenanceNoticeSchema, request.body);
    const receivedAt = isoText(clock.now());
    const others = platform.state.maintenances.filter((one) => one.id !== notice.id);
    platform.state.maintenances = [...others, { ...notice, receivedAt }].slice(-200);
    await platform.save();
    return { id: notice.id, receivedAt };
  });
}

const betsParams = z.object({ operatorCode: operatorCodeSchema, gameSlug: gameSlugSchema });

/** The gaming service: allowed bets by operator and game. About two games in three may be changed, roulettes never. */
export function gamingRoutes(app: FastifyInstance, platform: PlatformRuntime, base: string): void {
  const path = `${base}/v1/operators/:operatorCode/games/:gameSlug/bets`;
  const find = (params: unknown) => {
    const parsed = betsParams.safeParse(params);
    if (!parsed.success) throw notFound('operator or game');
    const { operatorCode, gameSlug } = parsed.data;
    const offer = platform.offers.find((one) => one.game.slug === gameSlug && one.state === 'active');
    if (!offer || !platform.plan.operators.some((one) => one.code === operatorCode))
      throw notFound('operator or game');
    const key = `${operatorCode}/${gameSlug}`;
    const changeable = mix(hashText(platform.plan.key), hashText(key)) % 3 !== 0;
    const current: PlatformBets = {
      bets: platform.state.bets[key] ?? betLadder(offer.game),
      minFactor: minFactor(offer.game),
      canChangeBets: offer.game.type !== 'ROULETTE' && changeable,
    };
    return { key, current };
  };
  app.get(path, guard(platform, 'gaming'), async (request) => {
    const { current } = find(request.params);
    return platform.state.faults.descendingBets ? { ...current, bets: current.bets.toReversed() } : current;
  });
  app.put(path, guard(platform, 'gaming'), async (request) => {
    const { key, current } = find(request.params);
    if (!current.canChangeBets || platform.state.faults.refuseBets)
      throw conflict('the bets of this game cannot be changed at this operator');
    const { bets } = parse(changeBetsSchema, request.body);
    if (new Set(bets).size !== bets.length) throw invalid('bets: a bet is named twice');
    const odd = bets.find((bet) => bet % current.minFactor !== 0);
    if (odd !== undefined) throw invalid(`bets: ${odd} is not a multiple of ${current.minFactor}`);
    platform.state.bets[key] = bets.toSorted((a, b) => a - b);
    await platform.save();
    return { ...current, bets: platform.state.bets[key] };
  });
}
