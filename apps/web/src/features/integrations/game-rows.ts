import { type Game, type HiddenReason, type IntegrationDetail, visibilityOf } from '@ludus/contract';
import type { Links } from '../../domain/game/pending-links.ts';
import type { ShownGames } from './search.ts';

type NamedGame = Pick<Game, 'id' | 'name' | 'sub_name'>;
export type GameLink = 'active' | 'available' | 'toAdd';
/** As in the catalogue, a game in development is listed as such, whatever ties it to the integration. */
export type GameGroup = GameLink | 'inDev' | HiddenReason;
export interface ShownGame {
  kind: 'game';
  key: string;
  group: GameGroup;
  /** What can be done with it. */
  link: GameLink;
  game: NamedGame;
  /** Why the integration does not see it. */
  hidden: HiddenReason | null;
}
export type GameRow =
  | ShownGame
  | { kind: 'heading'; key: string; group: GameGroup; count: number }
  | { kind: 'empty'; key: string };

/** A game that an integration has in no list of its catalogue, and why. */
export type HiddenGame = NamedGame & { reason: HiddenReason };

/** The games that an integration does not see. */
export function hiddenGames(
  games: readonly (NamedGame & Pick<Game, 'isCatalog' | 'isDev'>)[],
  linked: NonNullable<IntegrationDetail['games']>,
): HiddenGame[] {
  const links = new Map(linked.map(({ id, integration_games }) => [id, integration_games]));
  return games.flatMap((game) => {
    const { hidden: reason } = visibilityOf(game, links.get(game.id) ?? null);
    return reason === null ? [] : [{ ...game, reason }];
  });
}

const byName = new Intl.Collator('it', { numeric: true, sensitivity: 'base' });

/**
 * The lists of the games panel one below the other, each by name and with its number, so that one scroller draws them
 * all. With a catalogue, what may be added and removed comes before what stays.
 */
export function gameRows(
  linked: NonNullable<IntegrationDetail['games']>,
  catalogue: readonly NamedGame[],
  links: Links,
  text: string,
): GameRow[] {
  const active = linked.filter(({ id, isDev }) => !isDev && links.owned.has(id));
  const available = linked.filter(({ id, isDev }) => !isDev && links.visible.has(id));
  const inDev = linked.filter(({ isDev }) => isDev);
  const toAdd = catalogue.filter(({ id }) => links.addable.has(id));
  const groups: [GameGroup, readonly NamedGame[]][] =
    catalogue.length > 0
      ? [
          ['toAdd', toAdd],
          ['available', available],
          ['inDev', inDev],
          ['active', active],
        ]
      : [
          ['active', active],
          ['available', available],
          ['inDev', inDev],
        ];
  const linkOf = (id: number): GameLink =>
    links.owned.has(id) ? 'active' : links.visible.has(id) ? 'available' : 'toAdd';
  return groups.flatMap(([group, games]) =>
    group === 'inDev' && games.length === 0
      ? []
      : groupRows(group, games, text, ({ id }) => ({ link: linkOf(id), hidden: null })),
  );
}

/** Why the games that are listed are not seen: games of the Catalog are, unless others are asked for. */
export const reasonOf = (shown: ShownGames): HiddenReason =>
  shown === 'notInCatalog' ? 'notInCatalog' : 'notAssigned';

/** The games that an integration does not see for a reason. */
export function hiddenRows(hidden: readonly HiddenGame[], text: string, reason: HiddenReason): GameRow[] {
  return groupRows(
    reason,
    hidden.filter((game) => game.reason === reason),
    text,
    () => ({ link: 'toAdd', hidden: reason }),
  );
}

/** A heading with its number, and beneath it the games whose name holds the text. */
function groupRows(
  group: GameGroup,
  games: readonly NamedGame[],
  text: string,
  factsOf: (game: NamedGame) => Pick<ShownGame, 'link' | 'hidden'>,
): GameRow[] {
  const wanted = text.trim().toLocaleLowerCase('it');
  const found = games
    .filter((game) => `${game.name} ${game.sub_name ?? ''}`.toLocaleLowerCase('it').includes(wanted))
    .sort((a, b) => byName.compare(a.name, b.name));
  return [
    { kind: 'heading', key: `heading-${group}`, group, count: found.length },
    ...(found.length === 0 ? [{ kind: 'empty' as const, key: `empty-${group}` }] : []),
    ...found.map((game) => ({
      kind: 'game' as const,
      key: `${group}-${game.id}`,
      group,
      game,
      ...factsOf(game),
    })),
  ];
}
