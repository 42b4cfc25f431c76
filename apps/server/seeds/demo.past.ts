/** What has happened in the demo before its first start: an outage that is over, and two results of the conformance checks. */
import { randomUUID } from 'node:crypto';
import { messageOf, statusDays } from '@ludus/contract';
import { type ConformanceReport, conformanceCheckIds } from '@ludus/contract/conformance';
import type { DemoWorld } from '@ludus/contract/operator-api';
import { addDays, type Clock, romeDay, startOfRomeDay } from '../src/infra/clock/index.ts';
import { enterReport } from '../src/modules/conformance/index.ts';
import { enterServiceChecks } from '../src/modules/integrations/index.ts';
import type { NotificationsModule } from '../src/modules/notifications/index.ts';
import { checkedAround, enterGoodDays, enterPastOutage } from '../src/modules/outages/index.ts';
import type { NoticeReader } from './demo.notices.ts';
import type { Steps } from './demo.steps.ts';

interface PastPorts {
  clock: Clock;
  notifications: Pick<NotificationsModule, 'service'>;
  accounts: {
    usernames: readonly string[];
    find(username: string): Promise<(NoticeReader & { id: string }) | undefined>;
  };
}

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Of the second platform: its data service did not respond for 23 minutes. Otherwise all of them were up for 90 days. */
export async function enterOutage(
  steps: Steps,
  { platforms }: Pick<DemoWorld, 'platforms'>,
  ids: ReadonlyMap<string, number>,
  { clock, notifications, accounts }: PastPorts,
): Promise<void> {
  const { key = '', name = '' } = platforms[1] ?? {};
  const integrationId = ids.get(key);
  if (integrationId === undefined) return;
  await steps.once('outage', async (tx) => {
    const people = (
      await Promise.all(
        ['admin', `${key}.admin`].map(async (username) => ({
          username,
          account: await accounts.find(username),
        })),
      )
    ).flatMap(({ username, account }) => (account === undefined ? [] : [{ username, ...account }]));
    const outage = { from: new Date(clock.now().getTime() - 9 * 24 * hourMs), minutes: 23 };
    await enterPastOutage(tx, {
      ...outage,
      integrationId,
      name,
      service: 'data',
      reason: messageOf('services.timeout', { service: 'data' }),
      openSessions: 14,
      async tell({ texts, severity, path, at }) {
        await notifications.service.insertNotices(
          tx,
          people.map(({ id }) => id),
          { ...texts, severity, path, createdAt: at, seen: true },
        );
        return people.map(({ username, integrationName }) => ({
          username,
          integration_id: integrationName === null ? null : integrationId,
          has_notice: true,
          has_mail: false,
        }));
      },
    });
    const now = clock.now();
    const days = { from: startOfRomeDay(addDays(romeDay(now), 1 - statusDays)), to: now };
    for (const id of ids.values()) {
      await enterGoodDays(tx, id, {
        ...days,
        without: id === integrationId ? checkedAround(outage) : undefined,
      });
      await enterServiceChecks(tx, goodChecks(id, now));
    }
  });
}

/** The checks of the last day, as close as those of the schedule, so that the page of an integration and its status say the same. */
function goodChecks(integration_id: number, now: Date) {
  const count = (24 * hourMs) / (2 * minuteMs);
  return Array.from({ length: count }, (_, index) => ({
    integration_id,
    checked_at: new Date(now.getTime() - (count - index) * 2 * minuteMs),
    gaming: 'healthy' as const,
    data: 'healthy' as const,
    play: 'healthy' as const,
    launch: 'healthy' as const,
    reasons: {},
    latencies: {},
  }));
}

/** The first platform failed a check, was mended, and passed; the second one has not been mended yet. */
export async function enterConformance(
  steps: Steps,
  ids: ReadonlyMap<string, number>,
  { clock, accounts }: PastPorts,
): Promise<void> {
  const [first, second] = [...ids.values()];
  const admin = await accounts.find('admin');
  if (first === undefined || admin === undefined) return;
  await steps.once('conformance', async (tx) => {
    const runs = [
      { integrationId: first, hoursAgo: 12 * 24, failed: true },
      { integrationId: first, hoursAgo: 11 * 24, failed: false },
      ...(second === undefined ? [] : [{ integrationId: second, hoursAgo: 10 * 24, failed: true }]),
    ];
    for (const { integrationId, hoursAgo, failed } of runs) {
      const at = new Date(clock.now().getTime() - hoursAgo * hourMs);
      const report = reportOf(at, failed);
      await enterReport(tx, { id: randomUUID(), integrationId, userId: admin.id, at, report });
    }
  });
}

const written = new Set(['write-bets', 'write-close', 'write-maintenance']);

/** A run without writes; one that failed has found that a single session is in an older state than the feed had. */
function reportOf(at: Date, hasFailed: boolean): ConformanceReport {
  const results = conformanceCheckIds.map((id) => {
    if (written.has(id))
      return {
        id,
        state: 'skipped' as const,
        findings: [{ code: 'withWrites' as const, values: {}, request: null }],
        calls: 0,
      };
    return hasFailed && id === 'session-same'
      ? {
          id,
          state: 'failed' as const,
          findings: [
            {
              code: 'olderState' as const,
              values: {
                id: 'S-000004711',
                found: new Date(at.getTime() - 4 * hourMs).toISOString(),
                feed: new Date(at.getTime() - hourMs).toISOString(),
              },
              request: null,
            },
          ],
          calls: 2,
        }
      : { id, state: 'passed' as const, findings: [], calls: 2 };
  });
  const count = (state: string) => results.filter((one) => one.state === state).length;
  return {
    startedAt: at.toISOString(),
    finishedAt: new Date(at.getTime() + 2 * minuteMs).toISOString(),
    withWrites: false,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    results,
  };
}
