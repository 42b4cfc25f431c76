import { type GameRequestMark, listGameRequestMarks } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../lib/api/index.ts';
import { useCan } from '../../lib/auth/index.ts';
import { dayInRome, daysOf, today } from '../../lib/days.ts';
import { useFirstScreenShown } from '../../lib/first-screen.ts';
import { formatDaysAgo, formatInstant } from '../../lib/format.ts';

const none: readonly GameRequestMark[] = [];

/** The latest requests for one game, or for all. None before the first screen is shown: until then only the mark on the link is known. */
export function useRequestMarks(gameId?: number): readonly GameRequestMark[] {
  const mayRead = useCan('requests:marks');
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

/** The day on which a request was answered, as sentences name it. */
export function decidedOn({ decidedAt }: Pick<GameRequestMark, 'decidedAt'>): string {
  return formatInstant(decidedAt, 'date');
}
