/** What a change of a maintenance does: its columns, what the log says, and what its integrations are notified of. */
import {
  type BodyOf,
  type changeMaintenanceStart,
  type MaintenanceKind,
  type Message,
  maintenanceNoticeDays,
  maxMaintenanceDays,
  messageOf,
} from '@ludus/contract';
import { addDays, dayText, minuteText, parseInstant, romeDay } from '../../infra/clock/index.ts';
import { ConflictError, ValidationError } from '../../infra/errors/index.ts';
import type { References } from '../integrations/index.ts';
import type { NotificationTexts } from '../notifications/index.ts';
import { announcedOf } from './maintenances.mapper.ts';
import type { MaintenanceRow } from './maintenances.repo.ts';
import { cancelTexts, endTexts, startTexts } from './maintenances.texts.ts';

export interface PlannedChange {
  columns: Partial<
    Pick<MaintenanceRow, 'starts_at' | 'ends_at' | 'description' | 'cancelled_at' | 'cancel_reason'>
  >;
  action: string;
  event: 'maintenance.changed' | 'maintenance.ended' | 'maintenance.cancelled';
  description: Message;
  changes: Record<string, unknown>;
  texts: NotificationTexts;
  /** What integrations have answered was about something else. */
  asksAgain?: boolean;
}

export interface PlanContext {
  now: Date;
  /** For the names of the games that are affected. */
  references: Pick<References, 'games'>;
}

/** Moves the start, and an announced end by as much; the description may follow. Null for the start that it has. */
export function planStart(
  row: MaintenanceRow,
  { startsAt, description = row.description, reason = '' }: BodyOf<typeof changeMaintenanceStart>,
  { now, references }: PlanContext,
): PlannedChange | null {
  if (row.starts_at <= now) throw new ConflictError(messageOf('refusals.maintenanceBegunNotMoved'));
  const before = row.starts_at;
  const to = checkedStart(startsAt, row.kind, now, 'startsAt');
  if (to.getTime() === before.getTime()) return null;
  const end = row.ends_at && new Date(row.ends_at.getTime() + to.getTime() - before.getTime());
  return {
    columns: { starts_at: to, ends_at: end, description },
    action: 'update-start',
    event: 'maintenance.changed',
    description: messageOf('logs.maintenanceMoved', { day: dayText(romeDay(before)), start: minuteText(to) }),
    changes: {
      date: { old: before.toISOString(), new: to.toISOString() },
      ...(end === null ? {} : { endsAt: { old: row.ends_at?.toISOString(), new: end.toISOString() } }),
      ...(description === row.description ? {} : { description: { old: row.description, new: description } }),
      ...(reason === '' ? {} : { reason: { old: null, new: reason } }),
    },
    texts: startTexts(announcedOf({ ...row, description }, references), to, reason),
    asksAgain: true,
  };
}

/** Moves the end, or ends it now (null). Null for the end that it has. */
export function planEnd(
  row: MaintenanceRow,
  text: string | null,
  { now, references }: PlanContext,
): PlannedChange | null {
  if (text === null && row.starts_at >= now)
    throw new ConflictError(messageOf('refusals.maintenanceNotBegun'));
  const to = text === null ? now : checkedEnd(text, row.starts_at, now, 'endsAt');
  if (to.getTime() === row.ends_at?.getTime()) return null;
  const isNow = text === null;
  const day = dayText(romeDay(row.starts_at));
  return {
    columns: { ends_at: to },
    action: isNow ? 'end' : 'update-end',
    event: isNow ? 'maintenance.ended' : 'maintenance.changed',
    description: isNow
      ? messageOf('logs.maintenanceEnded', { day })
      : messageOf('logs.maintenanceEndChanged', { day, end: minuteText(to) }),
    changes: { endsAt: { old: row.ends_at?.toISOString() ?? null, new: to.toISOString() } },
    texts: endTexts(announcedOf(row, references), { to, isNow }),
  };
}

/** Calls off one that has not begun. */
export function planCancel(
  row: MaintenanceRow,
  reason: string,
  { now, references }: PlanContext,
): PlannedChange {
  if (row.starts_at <= now) throw new ConflictError(messageOf('refusals.maintenanceHasBegun'));
  return {
    columns: { cancelled_at: now, cancel_reason: reason },
    action: 'cancel',
    event: 'maintenance.cancelled',
    description: messageOf('logs.maintenanceCancelled', { day: dayText(romeDay(row.starts_at)), reason }),
    changes: { cancelledAt: { old: null, new: now.toISOString() } },
    texts: cancelTexts(announcedOf(row, references), reason),
  };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Whole days of Rome's calendar, so that the hour of the announcement makes no difference. An emergency may begin at once. */
export function checkedStart(text: string, kind: MaintenanceKind, now: Date, field = 'args.date'): Date {
  const at = parseInstant(text);
  if (kind === 'emergency') {
    // It may have begun while it was written down.
    if (at !== null && at.getTime() >= now.getTime() - hourMs) return at;
    throw new ValidationError({ [field]: messageOf('fields.dateInThePast') });
  }
  const earliest = addDays(romeDay(now), maintenanceNoticeDays);
  if (at === null || romeDay(at) < earliest) {
    const problem = messageOf('fields.dateTooEarly', {
      earliest: earliest.split('-').reverse().join('/'),
      days: maintenanceNoticeDays,
    });
    throw new ValidationError({ [field]: problem }, problem);
  }
  return at;
}

/** After the start, in the future, and not too late. */
export function checkedEnd(text: string, startsAt: Date, now: Date, field = 'args.endsAt'): Date {
  const at = new Date(text);
  const problem =
    at <= startsAt
      ? messageOf('fields.endBeforeStart')
      : at <= now
        ? messageOf('fields.endInThePast')
        : at.getTime() > startsAt.getTime() + maxMaintenanceDays * dayMs
          ? messageOf('fields.maintenanceTooLong', { days: maxMaintenanceDays })
          : null;
  if (problem !== null) throw new ValidationError({ [field]: problem }, problem);
  return at;
}
