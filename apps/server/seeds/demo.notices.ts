import type { DemoPlatform, DemoWorld } from '@ludus/contract/operator-api';
import type { Notice } from '../src/modules/notifications/index.ts';
import { labelsOf } from './demo.world.ts';

/** Who the notices are for: the account's integration, or null for staff of the provider. */
export interface NoticeReader {
  integrationName: string | null;
}

/** The notifications of an account in the demo world, oldest first. Each one matches records of the hub. */
export function noticesFor({ integrationName }: NoticeReader, world: DemoWorld, now: Date): Notice[] {
  const labels = labelsOf(world);
  const name = (slug: string) => labels.get(slug) ?? slug;
  const own = world.platforms.find((platform) => platform.name === integrationName);
  const notices = own === undefined ? providerNotices(world, name, now) : memberNotices(own, name, now);
  return notices.sort((a, b) => (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0));
}

type Named = (slug: string) => string;
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function offered(platform: DemoPlatform, state: 'active' | 'visible' | 'requested') {
  return platform.games
    .filter((game) => game.state === state)
    .sort((a, b) => b.since.localeCompare(a.since) || a.slug.localeCompare(b.slug));
}

const monthMs = 30 * 86_400_000;

/** A request that has waited for months is more pressing. */
function isOld(since: string, now: Date): boolean {
  return now.getTime() - Date.parse(since) > 6 * monthMs;
}

function memberNotices(platform: DemoPlatform, name: Named, now: Date): Notice[] {
  const [newest] = offered(platform, 'active');
  const visible = offered(platform, 'visible').slice(0, 3);
  const requested = offered(platform, 'requested');
  const notices: Notice[] = [];
  if (newest !== undefined) {
    notices.push({
      title: `${name(newest.slug)} is live`,
      description: `Players of ${platform.name} can open ${name(newest.slug)} now.`,
      severity: 1,
      seen: true,
      createdAt: new Date(newest.since),
    });
  }
  if (requested[0] !== undefined) {
    notices.push({
      title: 'Your request has arrived',
      description: `${platform.name} asked for ${list.format(requested.map(({ slug }) => name(slug)))}.`,
      severity: 2,
      createdAt: new Date(requested[0].since),
    });
  }
  if (visible.length > 0) {
    notices.push({
      title: 'Games you can ask for',
      description: `${list.format(visible.map(({ slug }) => name(slug)))} stand in your Catalog as available.`,
      severity: 1,
      createdAt: now,
    });
  }
  return notices;
}

function providerNotices(world: DemoWorld, name: Named, now: Date): Notice[] {
  const requests = world.platforms.flatMap((platform): Notice[] => {
    const requested = offered(platform, 'requested');
    if (requested[0] === undefined) return [];
    return [
      {
        title: `${platform.name} asks for ${requested.length === 1 ? 'a game' : `${requested.length} games`}`,
        description: `Requested: ${list.format(requested.map(({ slug }) => name(slug)))}.`,
        severity: isOld(requested[0].since, now) ? 3 : 2,
        createdAt: new Date(requested[0].since),
      },
    ];
  });
  const inDevelopment = world.games.filter(({ isDev }) => isDev);
  return [
    ...requests,
    {
      title: `${world.platforms.length} integrations are connected`,
      description: `${list.format(world.platforms.map((platform) => platform.name))} answer with their operators and games.`,
      severity: 1,
      seen: true,
      createdAt: now,
    },
    {
      title: `${inDevelopment.length} games are in development`,
      description: `${list.format(inDevelopment.map(({ slug }) => name(slug)))} stand under In dev.`,
      severity: 1,
      createdAt: now,
    },
  ];
}
