import { type AlertRule, type AlertRuleConfig, plainRuleConfig } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../test/support/session-store/known-rows.ts';
import { type Aggregates, noAggregates } from '../session-store/index.ts';
import {
  type AlertState,
  compareSums,
  measureLevel,
  measureOpen,
  median,
  nextState,
  quiet,
  type Verdict,
} from './alerts.evaluate.ts';

const ruleWith = (kind: AlertRule['kind'], config: Partial<AlertRuleConfig>): AlertRule => ({
  key: 'rule',
  kind,
  name: null,
  isEnabled: true,
  config: { ...plainRuleConfig, ...config },
});
const loss = ruleWith('activity', { percent: 70, absolute: 12, closeBelow: 40, volumeFloor: 15 });

const sums = (part: { sessions: number; bet?: number; win?: number }): Aggregates => ({
  ...noAggregates,
  sessions: BigInt(part.sessions),
  bet: BigInt(part.bet ?? 0),
  win: BigInt(part.win ?? 0),
});
const weeks = (...sessions: number[]) => sessions.map((count) => sums({ sessions: count }));

describe('activity against past weeks', () => {
  it('is lost below the threshold', () => {
    const past = weeks(40, 44, 38, 42, 41, 39, 43, 40);
    // The median of these is 40.5.
    expect(compareSums(loss, { actual: sums({ sessions: 12 }), past })).toEqual({
      verdict: 'breach',
      value: 12,
      expected: 40.5,
      deviation: expect.closeTo(70.37, 2),
      low: expect.closeTo(12.15, 2),
      high: null,
    });
    expect(compareSums(loss, { actual: sums({ sessions: 13 }), past }).verdict).toBe('between');
    expect(compareSums(loss, { actual: sums({ sessions: 24 }), past }).verdict).toBe('between');
    expect(compareSums(loss, { actual: sums({ sessions: 25 }), past }).verdict).toBe('clear');
    // More than usual is no loss.
    expect(compareSums(loss, { actual: sums({ sessions: 400 }), past }).verdict).toBe('clear');
  });

  it('is not judged where too few sessions are usual', () => {
    const past = weeks(14, 14, 14, 14, 14, 14, 14, 14);
    expect(compareSums(loss, { actual: sums({ sessions: 0 }), past }).verdict).toBe('unknown');
  });

  it('is not judged before there are four weeks', () => {
    const past = weeks(40, 40, 40, 0, 0, 0, 0, 0);
    expect(compareSums(loss, { actual: sums({ sessions: 0 }), past })).toMatchObject({
      verdict: 'unknown',
      value: 0,
      expected: null,
    });
    const four = weeks(40, 40, 40, 40, 0, 0, 0, 0);
    expect(compareSums(loss, { actual: sums({ sessions: 0 }), past: four }).verdict).toBe('breach');
  });

  it('keeps what is expected through a week of outage', () => {
    const past = weeks(0, 40, 40, 40, 40, 40, 40, 40);
    expect(compareSums(loss, { actual: sums({ sessions: 5 }), past })).toMatchObject({
      verdict: 'breach',
      expected: 40,
    });
  });

  it('needs the absolute difference too', () => {
    const rule = ruleWith('activity', { percent: 70, absolute: 12, closeBelow: 40, volumeFloor: 10 });
    const past = weeks(15, 15, 15, 15, 15, 15, 15, 15);
    expect(compareSums(rule, { actual: sums({ sessions: 4 }), past }).verdict).toBe('between');
    expect(compareSums(rule, { actual: sums({ sessions: 3 }), past }).verdict).toBe('breach');
  });
});

describe('wins against past weeks', () => {
  const wins = ruleWith('wins', {
    metric: 'rtp',
    direction: 'above',
    percent: 50,
    absolute: 2_000,
    closeBelow: 25,
    volumeFloor: 200,
  });
  // 95 % of 10,000 euro.
  const past = Array.from({ length: 8 }, () => sums({ sessions: 300, bet: 1_000_000, win: 950_000 }));

  it('are unusual when so much more came back, in percent and in euro', () => {
    const actual = sums({ sessions: 300, bet: 1_000_000, win: 1_500_000 });
    expect(compareSums(wins, { actual, past })).toEqual({
      verdict: 'breach',
      value: 1.5,
      expected: 0.95,
      deviation: expect.closeTo(57.89, 2),
      low: null,
      high: expect.closeTo(1.425, 6),
    });
  });

  it('are none when the sum is small, or hardly anyone played', () => {
    // 150 % of 3,000 euro are 1,650 euro more than usual.
    const small = sums({ sessions: 300, bet: 300_000, win: 450_000 });
    expect(compareSums(wins, { actual: small, past }).verdict).toBe('between');
    const few = sums({ sessions: 199, bet: 1_000_000, win: 3_000_000 });
    expect(compareSums(wins, { actual: few, past }).verdict).toBe('unknown');
  });

  it('weigh past weeks by what was bet in them', () => {
    const mixed = [
      sums({ sessions: 300, bet: 3_000_000, win: 2_700_000 }),
      ...Array.from({ length: 3 }, () => sums({ sessions: 300, bet: 1_000_000, win: 1_000_000 })),
    ];
    const actual = sums({ sessions: 300, bet: 1_000_000, win: 950_000 });
    expect(
      compareSums({ ...wins, config: { ...wins.config, weeks: 4 } }, { actual, past: mixed }),
    ).toMatchObject({
      expected: 0.95,
      verdict: 'clear',
    });
  });
});

describe('a rule on a metric', () => {
  it('alerts on either side', () => {
    const rule = ruleWith('metric', {
      metric: 'bet',
      direction: 'either',
      percent: 50,
      absolute: 100,
      closeBelow: 25,
      volumeFloor: 0,
    });
    const past = Array.from({ length: 8 }, () => sums({ sessions: 10, bet: 100_000 }));
    const verdictOf = (bet: number) =>
      compareSums(rule, { actual: sums({ sessions: 10, bet }), past }).verdict;
    expect(verdictOf(150_000)).toBe('breach');
    expect(verdictOf(50_000)).toBe('breach');
    expect(verdictOf(130_000)).toBe('between');
    expect(verdictOf(110_000)).toBe('clear');
    const { low, high } = compareSums(rule, { actual: sums({ sessions: 10, bet: 0 }), past });
    expect([low, high]).toEqual([500, 1500]);
  });

  it('never calls a value within the close threshold a breach, whatever the figures', () => {
    const random = randomFrom(890);
    for (let round = 0; round < 2_000; round++) {
      const percent = 1 + Math.floor(random() * 200);
      const config: Partial<AlertRuleConfig> = {
        metric: 'bet',
        direction: (['below', 'above', 'either'] as const)[Math.floor(random() * 3)] ?? 'either',
        percent,
        closeBelow: Math.floor(random() * percent),
        absolute: Math.floor(random() * 500),
        volumeFloor: 0,
      };
      const past = Array.from({ length: 8 }, () =>
        sums({ sessions: 1 + Math.floor(random() * 90), bet: Math.floor(random() * 200_000) }),
      );
      const actual = sums({ sessions: Math.floor(random() * 90), bet: Math.floor(random() * 400_000) });
      const { verdict, deviation, value, expected, low, high } = compareSums(ruleWith('metric', config), {
        actual,
        past,
      });
      if (verdict === 'unknown') continue;
      // A breach lies beyond the drawn limits, and anything else within them.
      const isBeyond = (low !== null && (value ?? 0) <= low) || (high !== null && (value ?? 0) >= high);
      if (verdict === 'breach') expect(isBeyond, JSON.stringify({ config, value, low, high })).toBe(true);
      if ((deviation ?? 0) < (config.closeBelow ?? 0)) expect(verdict).toBe('clear');
      expect(expected).toBe(median(past.map(({ bet }) => Number(bet) / 100)));
    }
  });
});

describe('states with limits of their own', () => {
  it('a late fetch alerts from the limit on, and is over below the lower one', () => {
    const rule = ruleWith('fetch', { absolute: 60, closeBelow: 30 });
    const verdicts = [null, 0, 29, 30, 59, 60, 400].map((value) => measureLevel(rule, value).verdict);
    expect(verdicts).toEqual(['unknown', 'clear', 'clear', 'between', 'between', 'breach', 'breach']);
  });

  it('no row is no alert, even where one is enough', () => {
    const rule = ruleWith('quarantine', { absolute: 0, closeBelow: 0 });
    expect([0, 1].map((value) => measureLevel(rule, value).verdict)).toEqual(['clear', 'breach']);
  });

  it('open sessions alert by their share and their number', () => {
    const rule = ruleWith('open', { percent: 5, absolute: 15, closeBelow: 3, volumeFloor: 50 });
    const verdictOf = (sessions: number, open: number) =>
      measureOpen(rule, { sessions: BigInt(sessions), open: BigInt(open) }).verdict;
    expect(verdictOf(1_000, 50)).toBe('breach');
    expect(verdictOf(1_000, 49)).toBe('between');
    expect(verdictOf(1_000, 29)).toBe('clear');
    expect(verdictOf(200, 14)).toBe('between');
    expect(verdictOf(49, 49)).toBe('unknown');
  });
});

describe('the state of an alert', () => {
  const hysteresis = { openAfter: 2, closeAfter: 3 };
  const run = (verdicts: readonly Verdict[]): AlertState =>
    verdicts.reduce((state, verdict) => nextState(state, verdict, hysteresis), quiet);

  it('opens after two breaches in a row, and not after two with something between', () => {
    expect(run(['breach']).isOpen).toBe(false);
    expect(run(['breach', 'breach']).isOpen).toBe(true);
    expect(run(['breach', 'between', 'breach']).isOpen).toBe(false);
    expect(run(['breach', 'unknown', 'breach']).isOpen).toBe(true);
  });

  it('closes after three clear evaluations in a row, however long it stays between', () => {
    const open: Verdict[] = ['breach', 'breach'];
    expect(run([...open, 'between', 'between', 'between', 'between']).isOpen).toBe(true);
    expect(run([...open, 'clear', 'clear', 'between', 'clear', 'clear']).isOpen).toBe(true);
    expect(run([...open, 'clear', 'unknown', 'clear', 'clear'])).toEqual(quiet);
  });

  it('never opens without as many breaches as it needs, whatever comes', () => {
    const random = randomFrom(17);
    const all: readonly Verdict[] = ['breach', 'between', 'clear', 'unknown'];
    for (let round = 0; round < 500; round++) {
      let state = quiet;
      let inARow = 0;
      for (let step = 0; step < 40; step++) {
        const verdict = all[Math.floor(random() * all.length)] ?? 'unknown';
        if (verdict === 'breach') inARow += 1;
        else if (verdict !== 'unknown') inARow = 0;
        const next = nextState(state, verdict, hysteresis);
        if (next.isOpen && !state.isOpen) expect(inARow).toBeGreaterThanOrEqual(hysteresis.openAfter);
        state = next;
      }
    }
  });
});
