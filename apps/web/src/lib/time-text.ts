const pattern = /^([01]\d|2[0-3]):[0-5]\d$/;
const dayMinutes = 1440;

/** Whether a text is a time of day by a clock of 24 hours, `HH:MM`. */
export const isTime = (text: string): boolean => pattern.test(text);

/** Reads a time as people type it: `9`, `930`, `9:30`, `09.30` or `0930`; null when it is none. */
export function parseTimeText(text: string): string | null {
  const match = /^\s*(\d{1,2})(?:\s*[:.,h]?\s*(\d{2}))?\s*$/.exec(text);
  if (!match) return null;
  const time = `${match[1]?.padStart(2, '0')}:${match[2] ?? '00'}`;
  return isTime(time) ? time : null;
}

/** The time so many minutes later, or earlier below zero: on the grid of these minutes, and around midnight. Without one, from 00:00. */
export function stepTime(time: string | null, minutes: number): string {
  const [hours = 0, rest = 0] = (time ?? '').split(':').map(Number);
  const size = Math.abs(minutes);
  const before = hours * 60 + rest;
  // An hour keeps the minutes; a quarter goes to the next quarter.
  const next =
    time === null
      ? minutes > 0
        ? 0
        : minutes
      : size === 60
        ? before + minutes
        : minutes > 0
          ? (Math.floor(before / size) + 1) * size
          : (Math.ceil(before / size) - 1) * size;
  const at = (next + dayMinutes) % dayMinutes;
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
}
