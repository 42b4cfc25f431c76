/** From which Rome day to which each window of a measurement reaches. */
import { rtpRules } from '@ludus/contract';
import { addDays, type Day, startOfRomeDay } from '../../infra/clock/index.ts';
import type { GameMaths } from '../games/index.ts';
import { type Starts, windowNames } from './rtp-monitor.mapper.ts';

/** Older than any session. */
const firstDay: Day = '2000-01-01';

/** Windows begin with the variant in force: what was expected of another one is not known. */
export function startsOf({ rtp_since }: GameMaths, today: Day): Starts {
  const month = addDays(today, -rtpRules.windowDays);
  return {
    month: rtp_since !== null && rtp_since > month ? rtp_since : month,
    variant: rtp_since,
    lifetime: null,
  };
}

/** Half-open. A variant that is yet to come into force has no day. */
export function daysOfWindow(
  name: (typeof windowNames)[number],
  { month, variant }: Starts,
  today: Day,
): { from: Day; to: Day } {
  const until = name.endsWith('Before') ? addDays(today, -1) : today;
  const earliest = (day: Day) => (day > until ? until : day);
  if (name === 'lifetime') return { from: firstDay, to: until };
  if (name === 'variant' || name === 'variantBefore')
    return { from: earliest(variant ?? firstDay), to: until };
  // The window of the day before began a day earlier, unless the variant did not.
  const isWhole = month !== null && month !== variant;
  const start = month ?? firstDay;
  return { from: earliest(name === 'monthBefore' && isWhole ? addDays(start, -1) : start), to: until };
}

export function stakeWindowsOf(
  games: readonly { maths: Pick<GameMaths, 'id'>; starts: Starts }[],
  today: Day,
) {
  return windowNames.map((name) => ({
    from: new Map(
      games.map(({ maths, starts }) => [maths.id, startOfRomeDay(daysOfWindow(name, starts, today).from)]),
    ),
    to: startOfRomeDay(daysOfWindow(name, { month: null, variant: null, lifetime: null }, today).to),
  }));
}
