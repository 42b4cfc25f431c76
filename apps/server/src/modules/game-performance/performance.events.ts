import { eurosFromCents, type Game, type GameEvent, type Maintenance } from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { startOfRomeDay } from '../../infra/clock/index.ts';
import type { GameChange } from '../logs/index.ts';

/** Most events of a response; the latest are kept. */
const mostEvents = 200;

interface EventSources {
  changes: readonly GameChange[];
  /** Those that the actor may see. */
  maintenances: readonly Maintenance[];
  /** Where the game is played, among what the actor may see. */
  integrations: ReadonlySet<number>;
}

/** What happened to a game, the latest first, without what the actor may not see. */
export function eventsOf(actor: Actor, game: Game, sources: EventSources): GameEvent[] {
  const changes = sources.changes.flatMap((change) => eventsOfChange(actor, change));
  const events = [
    ...changes,
    ...ownDates(actor, game, changes),
    ...maintenancesOf(sources.maintenances, sources.integrations),
  ];
  return events
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || (a.id < b.id ? -1 : 1))
    .slice(0, mostEvents);
}

/** An entry of the log as the events that it holds. The creation of a game is no change of it. */
function eventsOfChange(actor: Actor, change: GameChange): GameEvent[] {
  const { id, at, updates } = change;
  const common = {
    at: at.toISOString(),
    ...(actor.can('logs:read') ? { who: change.username === '' ? null : change.username } : {}),
  };
  if (change.type === 'bets') {
    const scope = integrationScope(actor);
    const { integration, integrationId, operator } = change.object;
    if (scope.kind === 'none' || (scope.kind === 'one' && scope.id !== integrationId)) return [];
    return [
      {
        ...common,
        id: `${id}-bets`,
        kind: 'bets',
        integration: String(integration ?? ''),
        operator: String(operator ?? ''),
        old: eurosOf(updates.oldBets),
        new: eurosOf(updates.newBets),
      },
    ];
  }
  if (change.action !== 'update') return [];
  const found: GameEvent[] = [];
  const { isDev, min_bet: minBet, max_bet: maxBet, rtp, rtp_since: since } = changedFields(updates);
  if (isDev) found.push({ ...common, id: `${id}-state`, kind: 'state', isDev: isDev.new === true });
  for (const [kind, limit] of [['minBet', minBet] as const, ['maxBet', maxBet] as const]) {
    if (limit)
      found.push({
        ...common,
        id: `${id}-${kind}`,
        kind,
        old: numberOf(limit.old),
        new: numberOf(limit.new),
      });
  }
  if (actor.side === 'provider' && (rtp || since)) {
    const from = typeof since?.new === 'string' ? startOfRomeDay(since.new).toISOString() : common.at;
    const values = { old: numberOf(rtp?.old), new: numberOf(rtp?.new) };
    found.push({ ...common, at: from, id: `${id}-rtp`, kind: 'rtp', ...values });
  }
  return found;
}

/** The release, and the variant in force where no entry of the log has it: a game may have come with both. */
function ownDates(actor: Actor, game: Game, changes: readonly GameEvent[]): GameEvent[] {
  const who = actor.can('logs:read') ? { who: null } : {};
  const found: GameEvent[] = [];
  if (game.release_date !== null) {
    const at = startOfRomeDay(game.release_date).toISOString();
    found.push({ id: 'release', kind: 'release', at, ...who });
  }
  if (actor.side === 'provider' && game.rtp_since) {
    const at = startOfRomeDay(game.rtp_since).toISOString();
    const isLogged = changes.some((event) => event.kind === 'rtp' && event.at === at);
    if (!isLogged) found.push({ id: 'rtp', kind: 'rtp', at, old: null, new: game.rtp, ...who });
  }
  return found;
}

/** Maintenances of integrations that play the game. Who announced one is no part of the log. */
function maintenancesOf(
  maintenances: readonly Maintenance[],
  integrations: ReadonlySet<number>,
): GameEvent[] {
  return maintenances.flatMap((one) => {
    const concerned = one.integrations.filter(({ id }) => integrations.has(id));
    if (concerned.length === 0) return [];
    return [
      {
        id: `maintenance-${one.id}`,
        kind: 'maintenance' as const,
        at: one.date,
        description: one.description,
        severity: one.severity,
        integrations: concerned.map(({ name }) => name),
      },
    ];
  });
}

type Change = { old?: unknown; new?: unknown };

/** The fields of an entry that hold an old and a new value. */
function changedFields(updates: Record<string, unknown>): Record<string, Change | undefined> {
  return Object.fromEntries(
    Object.entries(updates).flatMap(([field, value]) =>
      typeof value === 'object' && value !== null && 'new' in value ? [[field, value as Change]] : [],
    ),
  );
}

const numberOf = (value: unknown): number | null =>
  value === null || value === undefined || Number.isNaN(Number(value)) ? null : Number(value);

const eurosOf = (cents: unknown): number[] =>
  Array.isArray(cents)
    ? cents.flatMap((one) => (Number.isSafeInteger(one) ? [eurosFromCents(BigInt(one as number))] : []))
    : [];
