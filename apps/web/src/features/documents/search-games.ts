import type { Game } from '@ludus/contract';

/** Games whose name or sub name holds every typed word, by name. */
export function searchGames<Row extends Pick<Game, 'name' | 'sub_name'>>(
  games: readonly Row[],
  text: string,
): Row[] {
  const words = text.toLocaleLowerCase('it').split(/\s+/).filter(Boolean);
  return games
    .filter(({ name, sub_name }) => {
      const full = `${name} ${sub_name ?? ''}`.toLocaleLowerCase('it');
      return words.every((word) => full.includes(word));
    })
    .sort((first, second) => first.name.localeCompare(second.name, 'it', { numeric: true }));
}
