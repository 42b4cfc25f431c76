import type { Day } from './days.ts';
import { formatDay, formatInstant } from './format.ts';

const hourMs = 3_600_000;

/** Rome's clock at an instant, `HH:MM`. */
export function timeInRome(instant: Date): string {
  return formatInstant(instant, 'time');
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
    .find((instant) => formatInstant(instant, 'minutes') === `${formatDay(day)} ${time}`);
  return (at ?? new Date(wall - hourMs)).toISOString();
}
