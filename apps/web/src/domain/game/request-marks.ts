import { type GameRequestMark, listGameRequestMarks } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../lib/api/index.ts';
import { useCan } from '../../lib/auth/index.ts';
import { dayInRome, daysOf, today } from '../../lib/days.ts';
import { useFirstScreenShown } from '../../lib/first-screen.ts';
import { formatDaysAgo } from '../../lib/format.ts';

const none: readonly GameRequestMark[] = [];

/**
 * The latest requests for one game, or for all. None before the first screen is shown, nor for those who see no requests: a
 * guest is left with the mark on the link.
 */
export function useRequestMarks(gameId?: number): readonly GameRequestMark[] {
  const mayRead = useCan('requests:read');
  const isShown = useFirstScreenShown();
  const { data } = useQuery({
    ...queryFor(listGameRequestMarks, { query: gameId === undefined ? {} : { gameId } }),
    enabled: mayRead && isShown,
  });
  return data?.rows ?? none;
}

/** How long ago a game was asked for, by the days of Rome. */
export function askedAgo({ askedAt }: Pick<GameRequestMark, 'askedAt'>, language: string): string {
  const days = Math.max(0, daysOf({ from: dayInRome(new Date(askedAt)), to: today() }) - 1);
  return formatDaysAgo(days, language);
}
