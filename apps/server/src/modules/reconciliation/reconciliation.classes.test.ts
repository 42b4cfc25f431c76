import { type DifferenceClass, messageOf, mostKeptDifferences } from '@ludus/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Explanation,
  explainDay,
  type FiguresByType,
  noFiguresByType,
  type SessionLookups,
  sessionTypes,
} from './reconciliation.classes.ts';
import {
  DaySessions,
  figuresOfSession,
  type PlatformLine,
  type SideSession,
} from './reconciliation.day-sessions.ts';
import { addTo, isNothing, noFigures, subtract } from './reconciliation.figures.ts';

const day = '2026-11-10';
const readAtMs = 1_000_000;

function lineOf(number: number, part: Partial<PlatformLine> = {}): PlatformLine {
  return {
    sessionId: `S-${number}`,
    sessionType: number % 5 === 0 ? 4 : 1,
    isOpen: false,
    bet: 1_000 + number,
    win: 900 + number,
    netWin: 75,
    due: -7,
    rounds: 10,
    updatedAtMs: 5_000 + number,
    day,
    refusal: null,
    ...part,
  };
}

const unknown: SessionLookups = {
  storedDays: async () => new Map(),
  quarantined: async () => new Map(),
};

function totalsOf(sessions: readonly SideSession[]): FiguresByType {
  const totals = noFiguresByType();
  for (const session of sessions) addTo(totals[session.sessionType], figuresOfSession(session));
  return totals;
}

/** Fails unless classes and what is unexplained add up to the difference of each type, in every figure. */
function expectExplained({ ours, classes, unexplained }: Explanation, totals: FiguresByType): void {
  for (const type of sessionTypes) {
    const sum = noFigures();
    for (const part of [...classes, ...unexplained])
      if (part.sessionType === type) addTo(sum, part.difference);
    expect(sum).toEqual(subtract(totals[type], ours[type]));
  }
}

function pair(ours: readonly PlatformLine[], theirs: readonly PlatformLine[]): DaySessions {
  const sessions = new DaySessions(day, readAtMs);
  for (const line of ours) sessions.addOurs(line.sessionId, line);
  for (const line of theirs) sessions.addLine(line);
  return sessions;
}

const counted = ({ classes }: Explanation) =>
  Object.fromEntries(classes.map((one) => [`${one.class} ${one.sessionType}`, one.sessions]));

describe('what differs on a day', () => {
  it.each<[DifferenceClass, PlatformLine[], PlatformLine[]]>([
    ['missingHere', [], [lineOf(1)]],
    ['missingThere', [lineOf(1)], []],
    ['amount', [lineOf(1)], [lineOf(1, { win: 1, netWin: 999 })]],
    ['openHere', [lineOf(1, { isOpen: true })], [lineOf(1)]],
    ['openThere', [lineOf(1)], [lineOf(1, { isOpen: true, bet: 5_000 })]],
    ['dayBoundary', [lineOf(1)], [lineOf(1, { day: '2026-11-09' })]],
    ['quarantined', [], [lineOf(1, { refusal: messageOf('quarantine.operatorDiffers') })]],
    ['doubled', [lineOf(1)], [lineOf(1), lineOf(1)]],
  ])('is classed as %s, and explained by it', async (name, ours, theirs) => {
    const totals = totalsOf(theirs.filter((line) => line.day === day));
    const explanation = await explainDay(pair(ours, theirs), totals, unknown);
    expect(counted(explanation)).toEqual({ [`${name} 1`]: 1 });
    expect(explanation.unexplained).toEqual([]);
    expect(explanation.kept.map((row) => [row.class, row.sessionId])).toEqual([[name, 'S-1']]);
    expectExplained(explanation, totals);
  });

  it('names the day that the session store has a session on, and the row that is quarantined', async () => {
    const reason = messageOf('quarantine.gameDiffers');
    const theirs = [lineOf(1), lineOf(2)];
    const explanation = await explainDay(pair([], theirs), totalsOf(theirs), {
      storedDays: async () => new Map([['S-1', '2026-11-11']]),
      quarantined: async () => new Map([['S-2', { rowId: '77', reason }]]),
    });
    expect(explanation.kept).toMatchObject([
      { class: 'quarantined', sessionId: 'S-2', reason, quarantinedRowId: '77', ourDay: null },
      { class: 'dayBoundary', sessionId: 'S-1', ourDay: '2026-11-11', platformDay: day },
    ]);
  });

  it('is nothing where a line comes twice and is counted once, or changes while the feed is read', async () => {
    const twice = pair([lineOf(1)], [lineOf(1), lineOf(1)]);
    const once = await explainDay(twice, totalsOf([lineOf(1)]), unknown);
    expect([once.sessions, once.classes, once.unexplained]).toEqual([0, [], []]);

    const moved = lineOf(1, { bet: 9_999, updatedAtMs: readAtMs + 1 });
    const changed = await explainDay(pair([lineOf(1)], [lineOf(1), moved]), totalsOf([moved]), unknown);
    expect(counted(changed)).toEqual({ 'amount 1': 1 });
    expect(changed.unexplained).toEqual([]);
  });

  it('keeps the readable state of a session beside a malformed line of the same change', async () => {
    const refusal = messageOf('quarantine.notJson');
    const sessions = pair([lineOf(1)], [lineOf(1), lineOf(1, { bet: 0, refusal })]);
    expect((await explainDay(sessions, totalsOf([lineOf(1)]), unknown)).classes).toEqual([]);
  });

  it('leaves as unexplained what no session accounts for', async () => {
    const totals = totalsOf([lineOf(1)]);
    totals[1].bet += 12n;
    const explanation = await explainDay(pair([lineOf(1)], [lineOf(1)]), totals, unknown);
    expect(explanation.unexplained).toEqual([{ sessionType: 1, difference: { ...noFigures(), bet: 12n } }]);
    expectExplained(explanation, totals);
  });

  it('adds up to the cent, whatever is lost, altered, moved, doubled and wrong in the totals', async () => {
    const fate = fc.constantFrom(
      'same',
      'lostHere',
      'lostThere',
      'altered',
      'opened',
      'moved',
      'twice',
      'refused',
      'retyped',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fate, fc.integer({ min: -2_000_000, max: 2_000_000 })), { maxLength: 60 }),
        fc.integer({ min: -5, max: 5 }),
        async (fates, wrong) => {
          const ours: PlatformLine[] = [];
          const theirs: PlatformLine[] = [];
          for (const [number, [what, cents]] of fates.entries()) {
            const line = lineOf(number, { netWin: cents });
            if (what !== 'lostHere') ours.push(line);
            if (what === 'lostThere') continue;
            const sent = {
              ...line,
              ...(what === 'altered' && { bet: Math.abs(cents), due: cents }),
              ...(what === 'opened' && { isOpen: true }),
              ...(what === 'moved' && { day: '2026-11-11' }),
              ...(what === 'refused' && { bet: 3, refusal: messageOf('quarantine.notJson') }),
              ...(what === 'retyped' && {
                sessionType: line.sessionType === 1 ? (4 as const) : (1 as const),
              }),
            };
            theirs.push(sent, ...(what === 'twice' ? [sent] : []));
          }
          const totals = totalsOf(theirs.filter((line) => line.day === day));
          const right = await explainDay(pair(ours, theirs), totals, unknown);
          expectExplained(right, totals);
          expect(right.unexplained).toEqual([]);
          totals[4].win += BigInt(wrong);
          const off = await explainDay(pair(ours, theirs), totals, unknown);
          expectExplained(off, totals);
          expect(off.unexplained.length).toBe(wrong === 0 ? 0 : 1);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('of 300,000 sessions keeps the largest differences, and sums all of them', async () => {
    const sessions = new DaySessions(day, readAtMs);
    const count = 300_000;
    const totals = noFiguresByType();
    for (let number = 0; number < count; number++) {
      const line = lineOf(number);
      sessions.addOurs(line.sessionId, line);
    }
    for (let number = 0; number < count; number++) {
      const line = lineOf(number, number % 30 === 0 ? { bet: 50_000 + number } : {});
      sessions.addLine(line);
      addTo(totals[line.sessionType], figuresOfSession(line));
    }
    const explanation = await explainDay(sessions, totals, unknown);
    expect([explanation.sessions, explanation.kept.length]).toEqual([count / 30, mostKeptDifferences]);
    expect(explanation.unexplained).toEqual([]);
    expectExplained(explanation, totals);
    expect(explanation.classes.every(({ difference }) => !isNothing(difference))).toBe(true);
  });
});
