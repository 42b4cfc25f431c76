import { gameLabel, type Service, services } from '@ludus/contract';
import { type DemoPlatform, type DemoWorld, demoWorldSchema } from '@ludus/contract/operator-api';
import type { Outgoing } from '../src/infra/outgoing/index.ts';
import type { Db } from '../src/infra/postgres/index.ts';
import { entryOfStored, type GameImporter } from '../src/modules/games/index.ts';
import type { ImportedIntegration, IntegrationsModule } from '../src/modules/integrations/index.ts';
import type { Steps } from './demo.steps.ts';

const limits = { timeoutMs: 20_000, maxBytes: 20_000_000 };

/** The step after which every game, integration and link is there. */
export const lastRecord = 'preview';

export type WorldGame = DemoWorld['games'][number];

/** The sandbox's description of itself. @throws OutgoingError when it does not respond */
export async function readWorld(outgoing: Outgoing, sandboxUrl: string): Promise<DemoWorld> {
  const response = await outgoing.send(`${sandboxUrl}/world.json`, limits);
  return response.json(demoWorldSchema);
}

/** Enters the catalogue games; `storageIds` are those that the provider's game storage gives them, by slug. */
export async function enterGames(
  steps: Steps,
  importer: GameImporter,
  world: DemoWorld,
  storageIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  for (const { media: _media, ...game } of world.games) {
    await steps.once(`game ${game.slug}`, async (tx) => {
      const known = await importer.idsBySlug(tx);
      if (known.has(game.slug)) return;
      const id = storageIds.get(game.slug) ?? null;
      const entry = entryOfStored(game, { id, isCatalog: true, now });
      await importer.insert(tx, { ...entry, rtp_since: variantSince(game) });
    });
  }
}

/**
 * Registers the platforms as integrations; their addresses are renewed at every start, as the sandbox's ports may change. Operators and active
 * games come from each platform's play service, as for any integration; what is only visible or asked for is the
 * hub's own knowledge and is entered once. Returns the integrations' ids by platform key.
 */
export async function enterPlatforms(
  steps: Steps,
  importer: GameImporter,
  integrations: IntegrationsModule,
  world: DemoWorld,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const platform of world.platforms) {
    const registered = `platform ${platform.key}`;
    // Deleted by someone: it is not the demo's business to bring it back.
    if (steps.done(registered) && (await integrations.importer.find(platform.key)) === null) continue;
    const id = await integrations.importer.upsert(platformEntry(platform));
    await steps.once(registered, async () => {});
    ids.set(platform.key, id);
    if (!steps.done(`operators ${platform.key}`)) {
      await integrations.synchronise(id);
      await steps.once(`operators ${platform.key}`, async () => {});
    }
    await steps.once(`links ${platform.key}`, (tx) => enterLinks(tx, importer, platform, id));
  }
  await steps.once(lastRecord, (tx) => enterPreview(tx, importer, world, ids));
  return ids;
}

/** The demo's variants were certified anew in spring, those of later games with their release. */
function variantSince({ release_date }: WorldGame | Omit<WorldGame, 'media'>): string {
  const certified = '2026-03-02';
  return release_date > certified ? release_date : certified;
}

/** One integration already sees a game in development, as a provider shows a game ahead of its release. */
async function enterPreview(
  tx: Db,
  importer: GameImporter,
  world: DemoWorld,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const gameId = (await importer.idsBySlug(tx)).get(world.games.find(({ isDev }) => isDev)?.slug ?? '');
  const integrationId = ids.get(world.platforms[0]?.key ?? '');
  if (gameId === undefined || integrationId === undefined) return;
  await importer.link(tx, { integrationId, gameId, state: 'visible', since: new Date(0) });
}

function platformEntry(platform: DemoPlatform): ImportedIntegration {
  const ofServices = (part: 'url' | 'token') =>
    Object.fromEntries(services.map((service) => [service, platform.services[service][part]])) as Record<
      Service,
      string
    >;
  return {
    externalIdentifier: platform.key,
    name: platform.name,
    version: platform.version,
    urls: ofServices('url'),
    tokens: {
      ...ofServices('token'),
      bookkeeping: platform.bookkeepingToken,
      operator: platform.operatorToken,
      maintenance: platform.maintenanceToken,
    },
  };
}

async function enterLinks(
  tx: Db,
  importer: GameImporter,
  platform: DemoPlatform,
  integrationId: number,
): Promise<void> {
  const gameIds = await importer.idsBySlug(tx);
  for (const { slug, state, since } of platform.games) {
    const gameId = gameIds.get(slug);
    if (gameId === undefined || state === 'active') continue;
    await importer.link(tx, { integrationId, gameId, state, since: new Date(since) });
  }
}

/** "name - sub_name" of a slug. */
export function labelsOf(world: DemoWorld): Map<string, string> {
  return new Map([...world.games, ...world.storageGames].map((game) => [game.slug, gameLabel(game)]));
}
