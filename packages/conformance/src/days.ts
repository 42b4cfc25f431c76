/** Calendar days in Europe/Rome, by which the operator API counts. */
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Rome',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const offsets = new Map<number, number>();

/** Milliseconds that Rome is ahead of UTC. Clocks change on full UTC hours. */
export function romeOffset(instant: number): number {
  const hour = Math.floor(instant / hourMs);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const part: Record<string, number> = {};
  for (const { type, value } of clock.formatToParts(hour * hourMs)) part[type] = Number(value);
  const { year = 0, month = 1, day, hour: ofDay, minute, second } = part;
  const offset = Date.UTC(year, month - 1, day, ofDay, minute, second) - hour * hourMs;
  offsets.set(hour, offset);
  return offset;
}

/** The day that an instant lies on, for clocks that are so far ahead of UTC. */
export function dayAt(instant: number, offset: number = romeOffset(instant)): string {
  return new Date(instant + offset).toISOString().slice(0, 10);
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** First instant of a day in Rome. */
export function startOfDay(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return midnight - romeOffset(midnight - romeOffset(midnight));
}

export const iso = (instant: number): string => new Date(instant).toISOString();

/** The latest day before `today` on which clocks were put forward (23 hours) or back (25). */
export function latestClockChange(today: string, hours: 23 | 25): string {
  for (let day = addDays(today, -1); ; day = addDays(day, -1)) {
    if (startOfDay(addDays(day, 1)) - startOfDay(day) === hours * hourMs) return day;
  }
}

/** The starts of the hours of a day, 23 to 25 of them, and the end of the last. */
export function hoursOfDay(day: string): number[] {
  const end = startOfDay(addDays(day, 1));
  const hours: number[] = [];
  for (let at = startOfDay(day); at <= end; at += hourMs) hours.push(at);
  return hours;
}
