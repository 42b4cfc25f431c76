import { describe, expect, it } from 'vitest';
import { maintenanceCalendar } from './calendar.ts';
import type { Maintenance } from './endpoints.ts';

const maintenance = (part: Partial<Maintenance> = {}): Maintenance => ({
  id: 7,
  date: '2026-05-18T00:00:00.000Z',
  endsAt: '2026-05-18T03:00:00.000Z',
  isEndAssumed: false,
  kind: 'planned',
  description: 'New racks',
  severity: 2,
  services: [],
  games: [],
  createdAt: '2026-05-04T10:00:00.000Z',
  changedAt: null,
  sequence: 0,
  cancelledAt: null,
  cancelReason: null,
  integrations: [],
  ...part,
});
const calendarOf = (...all: Maintenance[]) =>
  maintenanceCalendar(all, {
    host: 'hub.example',
    name: 'Ludus',
    titleOf: () => 'Maintenance',
    affectedOf: () => 'Affected services: all.',
  });

describe('the calendar of maintenances', () => {
  it('has an event for each, with an id that stays and times in UTC', () => {
    expect(calendarOf(maintenance()).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Ludus Hub//Maintenances//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Ludus',
      'BEGIN:VEVENT',
      'UID:maintenance-7@hub.example',
      'DTSTAMP:20260504T100000Z',
      'SEQUENCE:0',
      'DTSTART:20260518T000000Z',
      'DTEND:20260518T030000Z',
      'SUMMARY:Maintenance',
      'DESCRIPTION:New racks\\nAffected services: all.',
      'STATUS:CONFIRMED',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('has a higher sequence after a change, and keeps what was cancelled as cancelled', () => {
    const text = calendarOf(
      maintenance({
        sequence: 2,
        changedAt: '2026-05-05T10:00:00.000Z',
        cancelledAt: '2026-05-05T10:00:00.000Z',
        cancelReason: 'Postponed',
      }),
    );
    for (const line of ['SEQUENCE:2', 'DTSTAMP:20260505T100000Z', 'STATUS:CANCELLED']) {
      expect(text.split('\r\n')).toContain(line);
    }
  });

  it('escapes text, and folds lines at 75 octets without cutting a character', () => {
    const description = `A, b; c\\d\nBEGIN:VEVENT ${'è'.repeat(80)}`;
    const text = calendarOf(maintenance({ description }));
    for (const line of text.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    }
    const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
    expect(unfolded).toContain(
      `DESCRIPTION:A\\, b\\; c\\\\d\\nBEGIN:VEVENT ${'è'.repeat(80)}\\nAffected services: all.`,
    );
    expect(unfolded.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  });
});
