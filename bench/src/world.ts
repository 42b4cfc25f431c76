/**
 * The sessions of the bench: the same rows for the same seed and number, whoever asks. A year of play at twelve
 * integrations with 50 operators, 120 games and up to 400,000 players; popularity follows Zipf, play follows the hours
 * of the day, the days of the week and a year of growth; amounts have heavy tails.
 */
import type { IngestRow } from '../../apps/server/src/modules/session-store/index.ts';

export interface BenchRow extends IngestRow {
  integrationId: number;
  /** Number of the player in the dictionary. */
  player: number;
}

export interface World {
  sessions: number;
  /** Half-open; a year of Rome months. */
  from: number;
  to: number;
  /** Sessions from `first` (included) to `last` (excluded), oldest first. */
  rows(first: number, last: number): BenchRow[];
  players: number;
  playerOf(number: number): { integrationId: number; userId: string };
  operatorsOf(integrationId: number): number[];
}

const hourMs = 3_600_000;
export const integrationCount = 12;
const operatorCount = 50;
export const gameCount = 120;

/** Numbers from 0 to 1 that repeat themselves for the same seed. */
export function mixer(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks 0..n-1 with Zipf weights, by a table of the cumulated weights. */
function zipf(n: number, exponent: number): (random: number) => number {
  const cumulated = new Float64Array(n);
  let sum = 0;
  for (let index = 0; index < n; index++) {
    sum += 1 / (index + 1) ** exponent;
    cumulated[index] = sum;
  }
  return (random) => {
    const wanted = random * sum;
    let low = 0;
    let high = n - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulated[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const hourWeights = [
  0.55, 0.4, 0.3, 0.25, 0.2, 0.2, 0.25, 0.35, 0.5, 0.65, 0.8, 0.9, 1, 1.05, 1.1, 1.1, 1.15, 1.25, 1.4, 1.6,
  1.8, 1.9, 1.6, 1,
];

export function createWorld(sessions: number): World {
  const from = Date.parse('2025-10-31T23:00:00Z');
  const to = Date.parse('2026-10-31T23:00:00Z');
  const hours = (to - from) / hourMs;
  // Sessions before each hour, so that any stretch can be made without the ones before it.
  const before = new Float64Array(hours + 1);
  let sum = 0;
  for (let hour = 0; hour < hours; hour++) {
    const at = new Date(from + hour * hourMs);
    const weekend = at.getUTCDay() % 6 === 0 ? 1.35 : 1;
    sum += (hourWeights[(at.getUTCHours() + 1) % 24] ?? 1) * weekend * (1 + (0.6 * hour) / hours);
    before[hour + 1] = sum;
  }
  for (let hour = 0; hour <= hours; hour++) before[hour] = Math.round(((before[hour] ?? 0) / sum) * sessions);

  const pickIntegration = zipf(integrationCount, 1.2);
  const pickGame = zipf(gameCount, 0.9);
  const operators = Array.from({ length: integrationCount }, (_, integration) =>
    Array.from({ length: operatorCount }, (_unused, operator) => operator + 1).filter(
      (operator) => operator % integrationCount === integration,
    ),
  );
  const perIntegration = Math.max(50, Math.min(33_333, Math.floor(sessions / 150)));
  const pickPlayer = zipf(perIntegration, 0.75);

  function row(index: number, hour: number): BenchRow {
    const random = mixer(index * 2_654_435_761 + 17);
    const integrationId = 1 + pickIntegration(random());
    const own = operators[integrationId - 1] ?? [1];
    const seat = pickPlayer(random());
    const operatorId = own[seat % own.length] ?? 1;
    const rounds = Math.floor(1 + 60 * -Math.log(1 - random() * 0.999));
    const stake = 20 * Math.ceil(10 * random() ** 3);
    const bet = random() < 0.02 ? 0 : rounds * stake;
    const luck = Math.exp(0.9 * (random() + random() + random() - 1.5)) * 0.86;
    const win = Math.floor(bet * luck);
    const netWin = Math.round((bet - win) * 0.75);
    const inHour = (before[hour + 1] ?? 0) - (before[hour] ?? 0);
    const place = (index - (before[hour] ?? 0)) / Math.max(1, inHour);
    const createdAtMs = from + hour * hourMs + Math.floor(place * hourMs);
    const length = Math.floor(60_000 + 3_000_000 * random() ** 2);
    const isOpen = random() < 0.001;
    return {
      integrationId,
      player: (integrationId - 1) * perIntegration + seat + 1,
      sessionId: `S${integrationId}-${(index + 1_000_000_000).toString(36)}`,
      externalSessionId: `M${(index * 7 + 4_000_000_000).toString(36)}`,
      externalTicketId: `N${(index * 3 + 9_000_000_000).toString(36)}`,
      userId: userIdOf(integrationId, seat),
      operatorId,
      gameId: 1 + pickGame(random()),
      sessionType: random() < 0.15 ? 4 : 1,
      isOpen,
      isMobile: random() < 0.6,
      bet,
      win,
      netWin,
      due: Math.round(netWin * 0.12),
      rounds: bet === 0 ? 0 : rounds,
      createdAtMs,
      updatedAtMs: createdAtMs + length,
    };
  }

  return {
    sessions,
    from,
    to,
    players: perIntegration * integrationCount,
    playerOf(number) {
      const integrationId = 1 + Math.floor((number - 1) / perIntegration);
      return { integrationId, userId: userIdOf(integrationId, (number - 1) % perIntegration) };
    },
    operatorsOf: (integrationId) => operators[integrationId - 1] ?? [],
    rows(first, last) {
      let hour = 0;
      while (hour < hours - 1 && (before[hour + 1] ?? 0) <= first) hour++;
      const made: BenchRow[] = [];
      for (let index = first; index < last; index++) {
        while (hour < hours - 1 && (before[hour + 1] ?? 0) <= index) hour++;
        made.push(row(index, hour));
      }
      return made;
    },
  };
}

const userIdOf = (integrationId: number, seat: number) => `u${integrationId}x${seat.toString(36)}`;
