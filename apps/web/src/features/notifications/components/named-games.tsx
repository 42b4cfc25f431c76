import { type Game, gameLabel } from '@ludus/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GameName } from '../../../components/display/entity-label.tsx';
import { coverOf, gamesWithCoversQuery } from '../../../domain/game/games.ts';
import { formatDayWith } from '../../../lib/format.ts';
import styles from './named-games.module.css';

/** The games whose names stand in a text, in its order; a name within a longer one is not meant. */
export function gamesNamedIn(text: string, games: readonly Game[]): Game[] {
  let left = text;
  const found: { at: number; game: Game }[] = [];
  const longestFirst = games.toSorted((a, b) => gameLabel(b).length - gameLabel(a).length);
  for (const game of longestFirst) {
    const label = gameLabel(game);
    const at = left.indexOf(label);
    if (at === -1) continue;
    found.push({ at, game });
    left = left.slice(0, at) + ' '.repeat(label.length) + left.slice(at + label.length);
  }
  return found.sort((a, b) => a.at - b.at).map(({ game }) => game);
}

/**
 * A text without the names at its end, where it names these games and nothing else there: "Not released yet: Kraken's Bargain and
 * Roulette Sakura." is "Not released yet:" above a list of them.
 */
export function leadOf(text: string, games: readonly Game[]): string {
  const [first] = games;
  if (first === undefined) return text;
  const at = text.indexOf(gameLabel(first));
  const lead = text.slice(0, at).trimEnd();
  const rest = games.reduce((left, game) => left.replace(gameLabel(game), ''), text.slice(at));
  const isOnlyNames = /^(?:[\s,.;]|\band\b|\bed?\b)*$/.test(rest);
  return lead.endsWith(':') && isOnlyNames ? lead : text;
}

/** A text with the names of games in place of "name - subtitle". */
export function withGameNames(text: string, games: readonly Game[]): string {
  return gamesNamedIn(text, games)
    .toSorted((a, b) => gameLabel(b).length - gameLabel(a).length)
    .reduce((left, game) => left.replace(gameLabel(game), () => game.name), text);
}

/** A notification's text, and the way to each game that it names, such as those that an integration has requested. */
export function NamedGames({ text, className }: { text: string; className: string | undefined }) {
  const { t, i18n } = useTranslation('notifications');
  const { data } = useQuery(gamesWithCoversQuery());
  const games = useMemo(() => gamesNamedIn(text, data?.rows ?? []), [text, data]);
  const lead = <p className={className}>{withGameNames(leadOf(text, games), games)}</p>;
  if (games.length === 0) return lead;
  return (
    <>
      {lead}
      <ul className={styles.games} aria-label={t('namedGames')}>
        {games.map((game) => (
          <li key={game.id}>
            <Link to="/game/{-$id}" params={{ id: String(game.id) }} className={styles.game}>
              <GameName name={game.name} subName={game.sub_name} src={coverOf(game)} lines={2} />
              {game.release_date && (
                <span className={styles.released}>
                  {formatDayWith(game.release_date, i18n.language, { month: 'short', year: 'numeric' })}
                </span>
              )}
              <IconChevronRight size={16} stroke={1.5} className={styles.way} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
