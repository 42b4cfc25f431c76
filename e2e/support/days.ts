/** Calendar days in Rome, by the platform's own knowledge of zones. */
export type Day = string;

const inRome = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Rome',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

export function romeDay(instant: number): Day {
  return inRome.format(instant);
}

export function today(): Day {
  return romeDay(Date.now());
}

export function addDays(day: Day, count: number): Day {
  const noon = new Date(`${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + count);
  return noon.toISOString().slice(0, 10);
}

/** The instant at which a day begins in Rome, as ISO text in UTC: one or two hours before UTC's own midnight. */
export function romeMidnight(day: Day): string {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const begins = [utc - 7_200_000, utc - 3_600_000].find((instant) => romeDay(instant) === day) ?? utc;
  return new Date(begins).toISOString();
}

/** `dd/MM/yyyy` as screens write it. */
export function writtenDay(day: Day): string {
  return day.split('-').reverse().join('/');
}
