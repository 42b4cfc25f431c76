import { mayOpen, messageOf, type Role, recognisedRoles, scopesOf } from '@ludus/contract';
import type { DemoPlatform, DemoWorld } from '@ludus/contract/operator-api';
import { type Notice, namesMessage, requestedGamesTitle } from '../src/modules/notifications/index.ts';
import { labelsOf } from './demo.world.ts';

/** Who the notices are for: the account's integration, or null for staff of the provider. */
export interface NoticeReader {
  integrationName: string | null;
  roles: readonly string[];
}

/**
 * The notifications of an account in the demo world, oldest first. Each one matches records of the hub; `ids` are its
 * integrations by their keys. What is to be acted on goes to those who may open the screen for it.
 */
export function noticesFor(
  { integrationName, roles: named }: NoticeReader,
  world: DemoWorld,
  ids: ReadonlyMap<string, number>,
  now: Date,
): Notice[] {
  const roles = recognisedRoles(named);
  const labels = labelsOf(world);
  const name = (slug: string) => labels.get(slug) ?? slug;
  const own = world.platforms.find((platform) => platform.name === integrationName);
  const notices =
    own === undefined ? providerNotices(world, ids, roles, name, now) : memberNotices(own, roles, name, now);
  return notices.sort((a, b) => (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0));
}

type Named = (slug: string) => string;

function offered(platform: DemoPlatform, state: 'active' | 'visible' | 'requested') {
  return platform.games
    .filter((game) => game.state === state)
    .sort((a, b) => b.since.localeCompare(a.since) || a.slug.localeCompare(b.slug));
}

/** What was requested at once, as its requests are dated, so that a notice and the list of requests name the same days. */
function requestsOf(requested: DemoPlatform['games'], name: Named) {
  return [...Map.groupBy(requested, ({ since }) => since)].map(([since, games]) => ({
    since,
    names: games.map(({ slug }) => name(slug)),
  }));
}

function memberNotices(platform: DemoPlatform, roles: readonly Role[], name: Named, now: Date): Notice[] {
  const integration = platform.name;
  const [newest] = offered(platform, 'active');
  const visible = offered(platform, 'visible').slice(0, 3);
  // Guests see what they have asked for themselves only, and no account of the demo has asked.
  const requested = scopesOf(roles).has('requests:read-all') ? offered(platform, 'requested') : [];
  const notices: Notice[] = [];
  if (newest !== undefined) {
    notices.push({
      title: messageOf('notifications.gameLive', { name: name(newest.slug) }),
      description: messageOf('notifications.gameLiveText', { integration, name: name(newest.slug) }),
      severity: 1,
      seen: true,
      createdAt: new Date(newest.since),
    });
  }
  for (const { since, names } of requestsOf(requested, name)) {
    notices.push({
      title: messageOf('notifications.requestReceived'),
      description: messageOf('notifications.requestReceivedText', {
        integration,
        names: namesMessage(names),
      }),
      severity: 1,
      createdAt: new Date(since),
    });
  }
  if (visible.length > 0 && mayOpen('catalog', roles)) {
    const names = namesMessage(visible.map(({ slug }) => name(slug)));
    notices.push({
      title: messageOf('notifications.newGames', { count: visible.length }),
      description: messageOf('notifications.newGamesText', { names }),
      path: '/catalog',
      severity: 1,
      createdAt: now,
    });
  }
  return notices;
}

function providerNotices(
  world: DemoWorld,
  ids: ReadonlyMap<string, number>,
  roles: readonly Role[],
  name: Named,
  now: Date,
): Notice[] {
  const requests = world.platforms.flatMap((platform): Notice[] => {
    const id = ids.get(platform.key);
    if (id === undefined) return [];
    return requestsOf(offered(platform, 'requested'), name).map(({ since, names }) => ({
      title: requestedGamesTitle(platform.name, names),
      description: messageOf('notifications.gamesRequestedOnlyText', { names: namesMessage(names) }),
      path: `/requests?integration=${id}`,
      severity: 1,
      createdAt: new Date(since),
    }));
  });
  const inDevelopment = world.games.filter(({ isDev }) => isDev);
  return [
    ...(mayOpen('games', roles) ? requests : []),
    {
      title: messageOf('notifications.integrationsConnected', { count: world.platforms.length }),
      description: messageOf('notifications.integrationsConnectedText', {
        names: namesMessage(world.platforms.map((platform) => platform.name)),
      }),
      path: '/integrations',
      severity: 1,
      seen: true,
      createdAt: now,
    },
    {
      title: messageOf('notifications.inDevelopment', { count: inDevelopment.length }),
      description: messageOf('notifications.inDevelopmentText', {
        names: namesMessage(inDevelopment.map(({ slug }) => name(slug))),
      }),
      path: '/catalog',
      severity: 1,
      createdAt: now,
    },
  ];
}
