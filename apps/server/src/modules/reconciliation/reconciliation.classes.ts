import { setImmediate } from 'node:timers/promises';
import { type DifferenceClass, differenceClasses, type Message, mostKeptDifferences } from '@ludus/contract';
import {
  type DaySessions,
  figuresOfSession,
  type PairedSession,
  type SideSession,
} from './reconciliation.day-sessions.ts';
import { addTo, type Figures, isNothing, noFigures, subtract } from './reconciliation.figures.ts';

export const sessionTypes = [1, 4] as const;
type SessionType = (typeof sessionTypes)[number];

/** Figures of a day by session type. */
export type FiguresByType = Record<SessionType, Figures>;
export const noFiguresByType = (): FiguresByType => ({ 1: noFigures(), 4: noFigures() });

/** What is known of sessions that only the platform has, or that differ. */
export interface SessionLookups {
  /** The Rome day that the session store has them on, for those that it has on another one. */
  storedDays(sessionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  quarantined(
    sessionIds: readonly string[],
  ): Promise<ReadonlyMap<string, { rowId: string; reason: Message }>>;
}

export interface DifferingSession {
  class: DifferenceClass;
  sessionId: string;
  sessionType: SessionType;
  ours: Figures | null;
  platform: Figures | null;
  /** The platform's less ours, over both types. */
  difference: Figures;
  ourDay: string | null;
  platformDay: string | null;
  reason: Message | null;
  quarantinedRowId: string | null;
}

export interface ClassSum {
  class: DifferenceClass;
  sessionType: SessionType;
  sessions: number;
  difference: Figures;
}

/** Why a day differs. The classes and what is unexplained add up to the difference of each type exactly. */
export interface Explanation {
  ours: FiguresByType;
  classes: ClassSum[];
  unexplained: { sessionType: SessionType; difference: Figures }[];
  unreadable: number;
  /** How many sessions differ; `kept` are the largest of them. */
  sessions: number;
  kept: DifferingSession[];
}

const lookedUpAtOnce = 500;
const pairsPerYield = 4_000;

/** Yields to other work in between: a day may have hundreds of thousands. */
async function* pairsOf(sessions: DaySessions): AsyncGenerator<PairedSession[]> {
  for (let start = 0; start < sessions.size; start += pairsPerYield) {
    yield sessions.slice(start, start + pairsPerYield);
    await setImmediate();
  }
}

/** Sums of what we have of the day, and of what the feed has of it. */
export async function sumsOf(sessions: DaySessions): Promise<{ ours: FiguresByType; theirs: FiguresByType }> {
  const [ours, theirs] = [noFiguresByType(), noFiguresByType()];
  for await (const pairs of pairsOf(sessions)) {
    for (const pair of pairs) {
      if (pair.ours !== null) addTo(ours[pair.ours.sessionType], figuresOfSession(pair.ours));
      if (pair.theirs !== null) addTo(theirs[pair.theirs.sessionType], figuresOfSession(pair.theirs));
    }
  }
  return { ours, theirs };
}

const isSame = ({ ours, theirs }: PairedSession): boolean =>
  ours !== null &&
  theirs !== null &&
  ours.sessionType === theirs.sessionType &&
  ours.isOpen === theirs.isOpen &&
  ours.bet === theirs.bet &&
  ours.win === theirs.win &&
  ours.netWin === theirs.netWin &&
  ours.due === theirs.due &&
  ours.rounds === theirs.rounds;

/** What a session adds to the difference of each type. */
function contributionOf({ ours, theirs }: Pick<PairedSession, 'ours' | 'theirs'>): FiguresByType {
  const contribution = noFiguresByType();
  const put = (session: SideSession | null, sign: 1 | -1) => {
    if (session === null) return;
    const sum = contribution[session.sessionType];
    contribution[session.sessionType] =
      sign === 1 ? addTo(sum, figuresOfSession(session)) : subtract(sum, figuresOfSession(session));
  };
  put(theirs, 1);
  put(ours, -1);
  return contribution;
}

/** Classes what differs between both sides of a day. @param totals the platform's own, by type */
export async function explainDay(
  sessions: DaySessions,
  totals: FiguresByType,
  lookups: SessionLookups,
): Promise<Explanation> {
  const { ours, theirs } = await sumsOf(sessions);
  const differing: number[] = [];
  const doubled: number[] = [];
  const extraSums = noFiguresByType();
  for await (const pairs of pairsOf(sessions)) {
    for (const pair of pairs) {
      if (!isSame(pair)) differing.push(pair.index);
      if (pair.extra !== null && pair.theirs !== null) {
        doubled.push(pair.index);
        addTo(extraSums[pair.theirs.sessionType], pair.extra.figures);
      }
    }
  }
  // A session that comes twice in the feed is a difference only where the platform's totals count it twice as well.
  const isCountedTwice = (type: SessionType) => {
    const { sessions: surplus } = subtract(totals[type], theirs[type]);
    return extraSums[type].sessions > 0n && surplus >= extraSums[type].sessions;
  };
  const counted = { 1: isCountedTwice(1), 4: isCountedTwice(4) };

  const sums = new Map<string, ClassSum>();
  let kept: DifferingSession[] = [];
  let found = 0;
  const take = (row: DifferingSession, parts: FiguresByType) => {
    found += 1;
    kept.push(row);
    if (kept.length >= mostKeptDifferences * 2) kept = largest(kept);
    for (const sessionType of sessionTypes) {
      if (isNothing(parts[sessionType])) continue;
      const key = `${row.class} ${sessionType}`;
      const sum = sums.get(key) ?? { class: row.class, sessionType, sessions: 0, difference: noFigures() };
      sum.sessions += 1;
      addTo(sum.difference, parts[sessionType]);
      sums.set(key, sum);
    }
  };
  for (let start = 0; start < differing.length; start += lookedUpAtOnce) {
    const pairs = differing.slice(start, start + lookedUpAtOnce).map((index) => sessions.at(index));
    await classify(sessions.day, pairs, lookups, take);
  }
  for (const index of doubled) {
    const pair = sessions.at(index);
    const type = pair.theirs?.sessionType ?? 1;
    if (pair.extra === null || !counted[type]) continue;
    const { figures } = pair.extra;
    take(rowOf(sessions.day, pair, 'doubled', figures), { ...noFiguresByType(), [type]: figures });
  }
  const unexplained = sessionTypes.flatMap((sessionType) => {
    let rest = subtract(totals[sessionType], ours[sessionType]);
    for (const sum of sums.values())
      if (sum.sessionType === sessionType) rest = subtract(rest, sum.difference);
    return isNothing(rest) ? [] : [{ sessionType, difference: rest }];
  });
  return {
    ours,
    classes: [...sums.values()].sort(
      (a, b) =>
        differenceClasses.indexOf(a.class) - differenceClasses.indexOf(b.class) ||
        a.sessionType - b.sessionType,
    ),
    unexplained,
    unreadable: sessions.unreadable,
    sessions: found,
    kept: largest(kept),
  };
}

async function classify(
  day: string,
  pairs: readonly PairedSession[],
  lookups: SessionLookups,
  take: (row: DifferingSession, parts: FiguresByType) => void,
): Promise<void> {
  const idsOf = (some: readonly PairedSession[]) => some.map(({ sessionId }) => sessionId);
  const [storedDays, quarantined] = await Promise.all([
    lookups.storedDays(idsOf(pairs.filter(({ ours }) => ours === null))),
    lookups.quarantined(idsOf(pairs.filter(({ theirs }) => theirs !== null))),
  ]);
  for (const pair of pairs) {
    const storedDay = storedDays.get(pair.sessionId);
    const row = quarantined.get(pair.sessionId);
    const reason = row?.reason ?? pair.refusal;
    const parts = contributionOf(pair);
    const difference = addTo(addTo(noFigures(), parts[1]), parts[4]);
    take(
      {
        ...rowOf(day, pair, classOf(pair, { storedDay, isRefused: reason !== null }), difference),
        ...(storedDay === undefined ? {} : { ourDay: storedDay }),
        reason,
        quarantinedRowId: row?.rowId ?? null,
      },
      parts,
    );
  }
}

function classOf(
  { ours, theirs, platformDay }: PairedSession,
  { storedDay, isRefused }: { storedDay: string | undefined; isRefused: boolean },
): DifferenceClass {
  if (storedDay !== undefined || platformDay !== null) return 'dayBoundary';
  if (theirs === null) return 'missingThere';
  if (isRefused) return 'quarantined';
  if (ours === null) return 'missingHere';
  if (ours.isOpen !== theirs.isOpen) return ours.isOpen ? 'openHere' : 'openThere';
  return 'amount';
}

function rowOf(
  day: string,
  { sessionId, ours, theirs, platformDay }: PairedSession,
  ofClass: DifferenceClass,
  difference: Figures,
): DifferingSession {
  return {
    class: ofClass,
    sessionId,
    sessionType: (theirs ?? ours)?.sessionType ?? 1,
    ours: ours === null ? null : figuresOfSession(ours),
    platform: theirs === null ? null : figuresOfSession(theirs),
    difference,
    ourDay: ours === null ? null : day,
    platformDay: platformDay ?? (theirs === null ? null : day),
    reason: null,
    quarantinedRowId: null,
  };
}

const absolute = (value: bigint) => (value < 0n ? -value : value);
const sizeOf = ({ difference: { bet, win, netWin, due } }: DifferingSession) =>
  absolute(bet) + absolute(win) + absolute(netWin) + absolute(due);

/** The rows with the largest amounts, as many as are kept; ties in the order of ids. */
export function largest(rows: DifferingSession[]): DifferingSession[] {
  return rows
    .map((row) => ({ row, size: sizeOf(row) }))
    .sort((a, b) => Number(b.size - a.size) || (a.row.sessionId < b.row.sessionId ? -1 : 1))
    .slice(0, mostKeptDifferences)
    .map(({ row }) => row);
}
