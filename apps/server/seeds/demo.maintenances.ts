import { addDays, romeDay, startOfRomeDay } from '../src/infra/clock/index.ts';
import { type ImportedMaintenance, maintenanceTexts } from '../src/modules/maintenances/index.ts';
import type { Notice } from '../src/modules/notifications/index.ts';

/** An integration of the demo, with the accounts of its people. */
export interface DemoMember {
  id: number;
  people: readonly { id: string; username: string }[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * What the provider has announced to the demo's integrations: one that is over and was confirmed, one that someone
 * cannot be available for, one that waits for confirmations, and a critical one that needs none. Oldest first.
 */
export function demoMaintenances(members: readonly DemoMember[], now: Date): ImportedMaintenance[] {
  /** From one hour of a day to another. */
  const hoursOf = (daysFromNow: number, from: number, to: number) => {
    const day = startOfRomeDay(addDays(romeDay(now), daysFromNow)).getTime();
    return { startsAt: new Date(day + from * hourMs), endsAt: new Date(day + to * hourMs) };
  };
  const announced = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs);
  const two = members.slice(0, 2);
  const notified = (all: readonly DemoMember[], confirmed: (index: number) => boolean | null) =>
    all.map(({ id, people }, index) => {
      const answer = confirmed(index);
      return answer === null
        ? { id, confirmed: null }
        : { id, confirmed: answer, answeredBy: people[0]?.username ?? 'system' };
    });
  return [
    {
      description: 'Upgrade of the session database. Games stay open; reports may be late for an hour.',
      ...hoursOf(-6, 0, 1),
      severity: 2,
      createdAt: announced(24),
      integrations: notified(two, () => true),
    },
    {
      description: 'New certificates for the gaming service. Calls with the old ones are refused afterwards.',
      ...hoursOf(16, 0, 2),
      severity: 3,
      services: ['gaming'],
      createdAt: announced(5),
      integrations: notified(two, (index) => index > 0),
    },
    {
      description: 'Release of new games. The Catalog is read-only from 06:00 to 08:00.',
      ...hoursOf(19, 6, 8),
      severity: 1,
      createdAt: announced(2),
      integrations: notified(two, () => null),
    },
    {
      description: 'Move to another data centre. No game can be opened between 02:00 and 05:00.',
      ...hoursOf(24, 2, 5),
      severity: 4,
      services: ['play', 'launch'],
      createdAt: announced(1),
      integrations: notified(members, () => null),
    },
  ];
}

/** The notice of a maintenance to the people of one integration; those of the past have been read. */
export function demoNotice(
  maintenance: ImportedMaintenance & { id: number },
  integrationId: number,
  now: Date,
): Notice {
  const { title, description } = maintenanceTexts(maintenance);
  const answer = maintenance.integrations.find(({ id }) => id === integrationId)?.confirmed ?? null;
  return {
    title,
    description,
    severity: maintenance.severity,
    maintenanceId: maintenance.id,
    integrationId,
    ...(answer === null ? {} : { confirmation: answer }),
    createdAt: maintenance.createdAt,
    seen: maintenance.startsAt < now,
  };
}
