import type { RtpContext } from '@ludus/contract';
import type { CasePlace } from './cases.repo.ts';
import type { PlayedParts } from './rtp-monitor.mapper.ts';
import type { JudgedGame, MeasuredRunWithDays } from './rtp-monitor.service.ts';

/** What stands beside the figures of a place: the game at every other integration, and what was played by day and month. */
export function contextOf(
  integrations: JudgedGame['integrations'],
  played: PlayedParts,
  { integrationId }: Pick<CasePlace, 'integrationId'>,
): RtpContext {
  return {
    integrations: integrations.filter((one) => one.integrationId !== integrationId),
    ...played,
  };
}

const keyOf = ({ gameId, integrationId }: CasePlace) => `${gameId} ${integrationId ?? ''}`;

/** Reads the contexts of a few places of a run, and returns a function that finds one of them. */
export async function createContextReader(
  run: MeasuredRunWithDays,
  places: readonly CasePlace[],
): Promise<(place: CasePlace) => RtpContext | undefined> {
  const wanted = new Map(places.map((place) => [keyOf(place), place]));
  const known = new Map<string, RtpContext>();
  // One after the other: cases are few, and the store has others to serve.
  for (const [key, place] of wanted) {
    const judged = run.games.find(({ game }) => game.gameId === place.gameId);
    if (judged) known.set(key, contextOf(judged.integrations, await run.playedAt(place), place));
  }
  return (place) => known.get(keyOf(place));
}
