/** Every fault that the sandbox knows, and whether the default rules find it. */

import { defaultAlertRules } from '@ludus/contract';
import type { Disturbance } from '../../../../sandbox/src/history/disturbances.ts';
import { type FetchTrouble, type ReplayedIncident, replay } from './replay.ts';
import { buildWorld, hourMs, type ReplayedWorld } from './replay-world.ts';

const dayMs = 24 * hourMs;

export interface InjectedFault {
  name: string;
  cause: string;
  platform: string;
  from: number;
  to: number;
  disturbance?: Disturbance;
  trouble?: Pick<FetchTrouble, 'kind' | 'rows'> | undefined;
}

type Kind = Pick<InjectedFault, 'cause' | 'platform'> & {
  name: string;
  /** Days after the beginning, the hour of the day, and how many hours it lasts. */
  at: readonly [day: number, hour: number, hours: number];
  disturbance?: Partial<Disturbance> & Pick<Disturbance, 'kind'>;
  trouble?: InjectedFault['trouble'];
};

const kinds: readonly Kind[] = [
  {
    name: 'all play stops in the evening',
    cause: 'activity',
    platform: 'alpina',
    at: [61, 18, 5],
    disturbance: { kind: 'quiet' },
  },
  {
    name: 'all play stops before dawn and for the morning',
    cause: 'activity',
    platform: 'baltica',
    at: [66, 3, 9],
    disturbance: { kind: 'quiet' },
  },
  {
    name: 'the smallest platform stops for a day',
    cause: 'activity',
    platform: 'castello',
    at: [71, 9, 24],
    disturbance: { kind: 'quiet' },
  },
  {
    name: 'one operator stops',
    cause: 'activity',
    platform: 'meridiana',
    at: [76, 10, 12],
    disturbance: { kind: 'quiet', operator: 'LAMPARA' },
  },
  {
    name: 'games pay three times their wins for a day',
    cause: 'wins',
    platform: 'alpina',
    at: [81, 12, 24],
    disturbance: { kind: 'generous', factor: 3 },
  },
  {
    name: 'games pay three times their wins for a day at a small platform',
    cause: 'wins',
    platform: 'nordwind',
    at: [86, 12, 24],
    disturbance: { kind: 'generous', factor: 3 },
  },
  {
    name: 'the platform does not answer (hang, http500, refuseToken, foreignHtml, redirect)',
    cause: 'fetch',
    platform: 'nordwind',
    at: [64, 14, 2],
    trouble: { kind: 'late' },
  },
  {
    name: 'rows are malformed or contradict (malformedRows, contradictingRows)',
    cause: 'quarantine',
    platform: 'baltica',
    at: [69, 14, 2],
    trouble: { kind: 'rejected', rows: 20 },
  },
  {
    name: 'sessions are not closed any more',
    cause: 'open',
    platform: 'meridiana',
    at: [91, 15, 12],
    disturbance: { kind: 'leftOpen' },
  },
];

/** A found incident of the cause within so long after the end of a fault is that of the fault. */
const graceMs = 6 * hourMs;

/** As many as fit: each kind once in every four months. */
export function faultsOf(from: number, to: number): InjectedFault[] {
  const roundMs = 120 * dayMs;
  const faults: InjectedFault[] = [];
  for (let start = from; start < to; start += roundMs) {
    for (const { at, disturbance, ...kind } of kinds) {
      const [day, hour, hours] = at;
      const begins = start + day * dayMs + hour * hourMs;
      const ends = begins + hours * hourMs;
      if (ends + graceMs >= to) continue;
      faults.push({
        ...kind,
        from: begins,
        to: ends,
        ...(disturbance === undefined
          ? {}
          : { disturbance: { operator: null, factor: 1, from: begins, to: ends, ...disturbance } }),
      });
    }
  }
  return faults;
}

const described = (incident: ReplayedIncident, { platforms }: ReplayedWorld) => ({
  ...incident,
  platform: platforms.find(({ id }) => id === incident.integrationId)?.name ?? '',
  openedAt: new Date(incident.openedAt).toISOString(),
});

/** What the RTP monitor opens cases for, as incidents of its rule: the rule itself is off, so that no one hears of it twice. */
const monitorRules = defaultAlertRules
  .filter(({ kind }) => kind === 'rtp')
  .map((rule) => ({ ...rule, isEnabled: true }));

/** Replays a time without faults: every incident is false. The game that truly pays wrongly is a case of the RTP monitor. */
async function judgeQuiet({ from, to }: { from: number; to: number }) {
  const world = await buildWorld({ from, to });
  const quietYear = replay({ world });
  const wrongGame = world.platforms
    .find(({ name }) => name === 'Baltica')
    ?.games.find(({ slug }) => slug === 'seven_royale');
  const balticaId = world.platforms.find(({ name }) => name === 'Baltica')?.id;
  // Other games may stand in the same incident: all of an integration's are one.
  const isWrongGame = ({ integrationId, parts }: ReplayedIncident) =>
    integrationId === balticaId && parts.some((part) => part.endsWith(` ${wrongGame?.id}`));
  return {
    world,
    falseIncidents: quietYear.map((one) => described(one, world)),
    wrongRtp: replay({ world, rules: monitorRules }).find(isWrongGame),
  };
}

/** Replays a time without faults and with them. */
export async function judgeYear({ from, to }: { from: number; to: number }) {
  const { world, falseIncidents, wrongRtp } = await judgeQuiet({ from, to });
  const faults = faultsOf(from, to);
  const disturbed = await buildWorld({
    from,
    to,
    disturbances: Object.fromEntries(
      world.platforms.map(({ name }) => [
        name.toLowerCase(),
        faults.flatMap(({ platform, disturbance }) =>
          platform === name.toLowerCase() && disturbance ? [disturbance] : [],
        ),
      ]),
    ),
  });
  const idOf = (key: string) => world.platforms.find(({ name }) => name.toLowerCase() === key)?.id ?? 0;
  const found = replay({
    world: disturbed,
    troubles: faults.flatMap(({ platform, trouble, ...span }) =>
      trouble ? [{ ...trouble, integrationId: idOf(platform), from: span.from, to: span.to }] : [],
    ),
  });
  const judged = faults.map((fault) => {
    const incident = found.find(
      ({ cause, integrationId, openedAt }) =>
        cause === fault.cause &&
        integrationId === idOf(fault.platform) &&
        openedAt >= fault.from &&
        openedAt <= fault.to + graceMs,
    );
    return {
      name: `${fault.platform}: ${fault.name}`,
      found: incident !== undefined,
      afterHours: incident === undefined ? null : (incident.openedAt - fault.from) / hourMs,
    };
  });
  const rtpFault = {
    name: 'baltica: one game pays by another variant',
    found: wrongRtp !== undefined,
    afterHours: wrongRtp === undefined ? null : (wrongRtp.openedAt - from) / hourMs,
  };
  return {
    falseIncidents,
    faults: [...judged, rtpFault],
  };
}

/** How many of these incidents the worst calendar month has. */
export function mostInAMonth(incidents: readonly { openedAt: string }[]): number {
  const months = Map.groupBy(incidents, ({ openedAt }) => openedAt.slice(0, 7));
  return Math.max(0, ...[...months.values()].map((of) => of.length));
}
