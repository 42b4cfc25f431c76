import type { Day } from './days.ts';
import { ZONE } from './format.ts';

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const hourMs = 3_600_000;

/** Rome's clock at an instant, `HH:MM`. */
export function timeInRome(instant: Date): string {
  return clock.format(instant).slice(-5);
}

/**
 * The instant at which Rome's clocks show a day and `HH:MM`. Of an hour that they repeat it is the first run; an hour that they skip
 * is read as the hour after it.
 */
export function instantInRome(day: Day, time: string): string {
  const wall = Date.parse(`${day}T${time}:00Z`);
  // Summer time first: it is what the first run of a repeated hour has.
  const at = [2, 1]
    .map((offset) => new Date(wall - offset * hourMs))
    .find((instant) => clock.format(instant) === `${day}, ${time}`);
  return (at ?? new Date(wall - hourMs)).toISOString();
}
