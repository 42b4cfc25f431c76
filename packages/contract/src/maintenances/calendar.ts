import type { Maintenance } from './endpoints.ts';

export interface CalendarOptions {
  /** The host of the hub: what makes the ids of events its own. */
  host: string;
  /** The name of the calendar, and of an event whose description follows. */
  name: string;
  titleOf(maintenance: Maintenance): string;
  /** What it affects: the last line of the description. */
  affectedOf(maintenance: Maintenance): string;
}

const encoder = new TextEncoder();

/** Lines of more than 75 octets go on after a line break and a space; characters are not cut. */
function folded(line: string): string {
  const parts: string[] = [];
  let [part, octets] = ['', 0];
  for (const character of line) {
    const size = encoder.encode(character).length;
    // The space that begins a further line counts.
    if (octets + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      [part, octets] = ['', 0];
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}

const text = (value: string): string =>
  value
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    // Other controls are not allowed in a text.
    .replace(/\p{Cc}/gu, ' ');

const utc = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/**
 * Maintenances as an iCalendar file (RFC 5545), an event each. Its id stays and its sequence grows with every change, so that a
 * calendar which has it replaces it; one that is cancelled stays, as cancelled.
 */
export function maintenanceCalendar(
  maintenances: readonly Maintenance[],
  { host, name, titleOf, affectedOf }: CalendarOptions,
): string {
  const events = maintenances.flatMap((one) => [
    'BEGIN:VEVENT',
    `UID:maintenance-${one.id}@${host}`,
    `DTSTAMP:${utc(one.changedAt ?? one.createdAt)}`,
    `SEQUENCE:${one.sequence}`,
    `DTSTART:${utc(one.date)}`,
    `DTEND:${utc(one.endsAt)}`,
    `SUMMARY:${text(titleOf(one))}`,
    `DESCRIPTION:${text(`${one.description}\n${affectedOf(one)}`)}`,
    `STATUS:${one.cancelledAt === null ? 'CONFIRMED' : 'CANCELLED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ludus Hub//Maintenances//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(name)}`,
    ...events,
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
