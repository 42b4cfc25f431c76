import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  calendarOf,
  dayAfter,
  dayBuckets,
  daysBetween,
  daysTouched,
  fixedClock,
  hourBuckets,
  monthAfter,
  monthBuckets,
  parseInstant,
  parsePeriod,
  romeDay,
  romeDayRange,
  romeDayStart,
  sameTimeOn,
  startOfRomeDay,
  startOfRomeMonth,
  systemClock,
  wallClockWithOffset,
} from './index.ts';

const hourMs = 3_600_000;
const hoursOf = (day: string) => {
  const { from, to } = romeDayRange(day);
  return (to.getTime() - from.getTime()) / hourMs;
};
const iso = (at: Date) => at.toISOString();

// Node's own ICU data is an independent judge of what Rome's clocks say.
const resolveRow = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Rome',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const instants = fc.date({
  min: new Date('2015-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const nearChange = fc
  .tuple(
    fc.constantFrom('2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2025-10-26T01:00:00Z'),
    fc.integer({ min: -36 * hourMs, max: 36 * hourMs }),
  )
  .map(([change, shift]) => new Date(Date.parse(change) + shift));
const anyInstant = fc.oneof(instants, nearChange);

const ownZone = process.env.TZ;

describe.each([
  ['UTC', 0],
  ['America/New_York', 300],
  ['Pacific/Auckland', -780],
])('in a process under TZ=%s', (TZ, minutesBehindUtc) => {
  beforeAll(() => {
    process.env.TZ = TZ;
    expect(new Date('2026-01-15T12:00:00Z').getTimezoneOffset()).toBe(minutesBehindUtc);
  });

  afterAll(() => {
    if (ownZone === undefined) delete process.env.TZ;
    else process.env.TZ = ownZone;
  });

  describe('[CONST-09][OPEN-97] the Rome calendar', () => {
    it('the day summer time starts has 23 hours, the day it ends 25, others 24', () => {
      expect(hoursOf('2026-03-29')).toBe(23);
      expect(hoursOf('2026-10-25')).toBe(25);
      expect(hoursOf('2026-06-15')).toBe(24);
    });

    it('an instant falls on the day that Rome shows, whatever the zone of the process', () => {
      fc.assert(fc.property(anyInstant, (at) => romeDay(at) === resolveRow.format(at).slice(0, 10)));
    });

    it('an instant of a file is what Rome shows, with an offset that leads back to it', () => {
      fc.assert(
        fc.property(anyInstant, (at) => {
          const text = wallClockWithOffset(at);
          expect(text.slice(0, 19).replace('T', ' ')).toBe(resolveRow.format(at));
          expect(Date.parse(text)).toBe(Math.floor(at.getTime() / 1000) * 1000);
        }),
      );
    });

    it('the range of a day holds exactly the instants of that day', () => {
      fc.assert(
        fc.property(anyInstant, (at) => {
          const { from, to } = romeDayRange(romeDay(at));
          expect(from <= at && at < to).toBe(true);
          expect(romeDay(new Date(from.getTime() - 1))).toBe(addDays(romeDay(at), -1));
          expect(romeDay(to)).toBe(addDays(romeDay(at), 1));
        }),
      );
    });

    it('starts of days and months are found from a day and from an instant', () => {
      expect(iso(startOfRomeDay('2026-03-29'))).toBe('2026-03-28T23:00:00.000Z');
      expect(iso(startOfRomeDay(new Date('2026-03-29T21:59:59Z')))).toBe('2026-03-28T23:00:00.000Z');
      expect(iso(startOfRomeMonth('2026-10-25'))).toBe('2026-09-30T22:00:00.000Z');
      expect(iso(startOfRomeMonth(new Date('2026-10-31T23:00:00Z')))).toBe('2026-10-31T23:00:00.000Z');
    });

    it('days are counted on the calendar, over the change of the clocks too', () => {
      expect(daysBetween('2026-03-01', '2026-03-31')).toBe(31);
      expect(daysBetween('2026-10-25', '2026-10-25')).toBe(1);
      expect(daysTouched(romeDayRange('2026-10-25'))).toBe(1);
      expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
      expect(addMonths('2026-05-31', -3)).toBe('2026-02-28');
    });

    it.each([
      ['an hour before noon in winter', '2026-03-28', '2026-04-02T09:00:00Z', '2026-03-28T10:00:00.000Z'],
      ['after the start of summer time', '2026-03-29', '2026-04-02T09:00:00Z', '2026-03-29T09:00:00.000Z'],
      ['in the hour that is skipped', '2026-03-29', '2026-04-02T00:30:15.250Z', '2026-03-29T01:30:15.250Z'],
      ['in the hour that is repeated', '2026-10-25', '2026-11-01T01:30:00Z', '2026-10-25T00:30:00.000Z'],
      ['after the end of summer time', '2026-10-25', '2026-10-18T09:00:00Z', '2026-10-25T10:00:00.000Z'],
    ])('the same time on another day: %s', (_, day, at, expected) => {
      expect(iso(sameTimeOn(day, new Date(at)))).toBe(expected);
    });

    it('adding days and counting them agree', () => {
      fc.assert(
        fc.property(anyInstant, fc.integer({ min: 0, max: 800 }), (at, days) => {
          const day = romeDay(at);
          return daysBetween(day, addDays(day, days)) === days + 1;
        }),
      );
    });

    it('the quick steps from day to day and month to month are those of the calendar', () => {
      fc.assert(
        fc.property(anyInstant, (at) => {
          const day = romeDay(at);
          expect(dayAfter(day)).toBe(addDays(day, 1));
          expect(monthAfter(day)).toBe(addMonths(`${day.slice(0, 7)}-01`, 1));
          expect(romeDayStart(day)).toBe(startOfRomeDay(day).getTime());
        }),
      );
    });
  });

  describe('buckets of an axis', () => {
    it('the 25-hour day has 25 hours with unique keys; the repeated hour carries its offset', () => {
      const { from, to } = romeDayRange('2026-10-25');
      const labels = hourBuckets(from, to).map((bucket) => bucket.label);
      expect(labels).toHaveLength(25);
      expect(new Set(labels).size).toBe(25);
      expect(labels.slice(0, 5)).toEqual([
        '2026-10-25 00',
        '2026-10-25 01',
        '2026-10-25 02 +02:00',
        '2026-10-25 02 +01:00',
        '2026-10-25 03',
      ]);
    });

    it('the 23-hour day has 23 hours; the skipped hour is missing', () => {
      const { from, to } = romeDayRange('2026-03-29');
      const labels = hourBuckets(from, to).map((bucket) => bucket.label);
      expect(labels).toHaveLength(23);
      expect(labels.slice(1, 3)).toEqual(['2026-03-29 01', '2026-03-29 03']);
    });

    it.each([
      ['hour', hourBuckets],
      ['day', dayBuckets],
      ['month', monthBuckets],
    ])('%s buckets cover the range without gap or overlap, and keys are unique', (_name, bucketsOf) => {
      fc.assert(
        fc.property(anyInstant, fc.integer({ min: 1, max: 40 * 24 * hourMs }), (from, length) => {
          const to = new Date(from.getTime() + length);
          const buckets = bucketsOf(from, to);
          expect(buckets[0]?.from).toEqual(from);
          expect(buckets.at(-1)?.to).toEqual(to);
          for (const [index, bucket] of buckets.entries()) {
            expect(bucket.to > bucket.from).toBe(true);
            if (index > 0) expect(bucket.from).toEqual(buckets[index - 1]?.to);
            if (index > 0 && index < buckets.length - 1) expect(bucket.partial).toBe(false);
          }
          expect(new Set(buckets.map((bucket) => bucket.key)).size).toBe(buckets.length);
        }),
        { numRuns: 60 },
      );
    });

    it('months cut short by the range are marked', () => {
      const { from, to } = parsePeriod({ from: '2026-08-20', to: '2026-11-20' });
      expect(monthBuckets(from, to).map(({ key, partial }) => [key, partial])).toEqual([
        ['2026-08', true],
        ['2026-09', false],
        ['2026-10', false],
        ['2026-11', true],
      ]);
    });
  });

  describe('parsePeriod', () => {
    const wholeDay = romeDayRange('2026-10-25');

    it.each([
      '2026-10-25',
      '2026-10-25T23:59:00+01:00',
      '2026-10-25T23:59+01:00',
      '2026-10-25T23:59:59+01:00',
      '2026-10-25T23:59:59.999+01:00',
      '2026-10-25T22:59:59.999Z',
      '2026-10-26T00:00:00+01:00',
    ])('[CONST-10] %s as the end means the whole last day', (to) => {
      expect(parsePeriod({ from: '2026-10-25', to })).toEqual(wholeDay);
    });

    it('any other end is the first instant outside', () => {
      const { from, to } = parsePeriod({ from: '2026-10-25T10:00:00Z', to: '2026-10-25T10:30:00Z' });
      expect([iso(from), iso(to)]).toEqual(['2026-10-25T10:00:00.000Z', '2026-10-25T10:30:00.000Z']);
    });

    it.each([
      [{ from: '2026-10-26', to: '2026-10-25' }, 'to'],
      [{ from: '2026-10-25T10:00:00Z', to: '2026-10-25T10:00:00Z' }, 'to'],
      [{ from: 'yesterday', to: '2026-10-25' }, 'from'],
      [{ from: '2026-02-30', to: '2026-10-25' }, 'from'],
      [{ from: '2026-10-25T10:00:00', to: '2026-10-26' }, 'from'],
      [{ from: '2026-10-25', to: '2026-13-01' }, 'to'],
      [{ from: '2026-10-25', to: '2026-02-30T10:00:00Z' }, 'to'],
    ])('refuses %j, naming %s', (period, field) => {
      expect(() => parsePeriod(period)).toThrow(
        expect.objectContaining({ fields: { [field]: expect.any(String) } }),
      );
    });

    it('[OPEN-97] plain days and ends of days are those of another calendar where one is given', () => {
      const newYork = calendarOf('America/New_York');
      for (const to of ['2026-11-01', '2026-11-01T23:59:59-05:00']) {
        const { from, to: end } = parsePeriod({ from: '2026-11-01', to }, newYork);
        expect([iso(from), iso(end)]).toEqual(['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z']);
      }
      expect(calendarOf(undefined).zone).toBe('Europe/Rome');
      expect(() => calendarOf('Mars/Base').day(new Date())).toThrow(RangeError);
    });

    it('[OPEN-97] hours begin where the clocks of the calendar show a full hour', () => {
      const [from, to] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-01T01:00:00Z')];
      const starts = (zone: string) => hourBuckets(from, to, calendarOf(zone)).map((step) => iso(step.from));
      expect(starts('America/New_York')).toEqual(['2026-11-01T00:00:00.000Z']);
      expect(starts('Asia/Kolkata')).toEqual(['2026-11-01T00:00:00.000Z', '2026-11-01T00:30:00.000Z']);
      expect(starts('America/St_Johns')).toEqual(['2026-11-01T00:00:00.000Z', '2026-11-01T00:30:00.000Z']);
    });

    it('one instant is read with its offset, and a day as its start', () => {
      expect(parseInstant('2026-03-29T03:00:00+02:00')).toEqual(new Date('2026-03-29T01:00:00Z'));
      expect(parseInstant('2026-03-29')).toEqual(new Date('2026-03-28T23:00:00Z'));
      expect(parseInstant('2026-03-29 03:00')).toBeNull();
    });
  });
});

describe('clocks', () => {
  it('a fixed clock stands still until it is moved, and its dates cannot be tampered with', () => {
    const clock = fixedClock('2026-10-25T00:00:00Z');
    clock.now().setFullYear(1999);
    expect(iso(clock.now())).toBe('2026-10-25T00:00:00.000Z');
    clock.advance(1500);
    expect(iso(clock.now())).toBe('2026-10-25T00:00:01.500Z');
    clock.set('2026-11-01T00:00:00Z');
    expect(iso(clock.now())).toBe('2026-11-01T00:00:00.000Z');
    expect(() => fixedClock('soon')).toThrow(RangeError);
  });

  it('the system clock moves', () => {
    expect(systemClock.now().getTime()).toBeGreaterThan(Date.parse('2026-01-01T00:00:00Z'));
  });
});
