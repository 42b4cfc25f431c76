import {
  type ImportedRole,
  importedRoles,
  lastGalleryPlace,
  type Message,
  mediaLimits,
  messageOf,
} from '@ludus/contract';

/** Where a file belongs by its name. */
export interface NamedPlace {
  gameId: number;
  role: ImportedRole;
  /** In a gallery from 1, else 0. */
  place: number;
}

/** Catalogue games by what a name may call them. */
export interface NamedGames {
  bySlug: ReadonlyMap<string, number>;
  ids: ReadonlySet<number>;
}

const picture = /\.(?:jpe?g|png|webp)$/i;
const video = /\.(?:mp4|avi|mov|wmv|flv|webm)$/i;
// A slug may hold the name of a role itself, so the last one counts.
const named = new RegExp(`^(.+)-(${importedRoles.join('|')})(?:-(\\d{1,6}))?$`, 'i');

/** Reads the place of a file from its name, or says why it has none. */
export function placeOfName(
  { name, bytes }: { name: string; bytes: number },
  games: NamedGames,
): { place: NamedPlace } | { refusal: Message } {
  const refuse = (refusal: Message) => ({ refusal });
  const isPicture = picture.test(name);
  if (!isPicture && !video.test(name)) return refuse(messageOf('refusals.wrongExtension'));
  const extension = name.slice(name.lastIndexOf('.'));
  const [, game = '', word = '', digits] = named.exec(name.slice(0, -extension.length)) ?? [];
  const role = word.toLowerCase() as ImportedRole;
  const isGallery = role === 'gallery';
  if (game === '' || (!isGallery && digits !== undefined))
    return refuse(messageOf('fields.mediaName', { example: `golden-reef-main${extension}` }));
  const place = isGallery ? Number(digits ?? 0) : 0;
  if (isGallery && (place < 1 || place > lastGalleryPlace)) {
    const example = `${game}-gallery-1${extension}`;
    return refuse(messageOf('fields.mediaPlace', { max: lastGalleryPlace, example }));
  }
  if (!isGallery && !isPicture) return refuse(messageOf('refusals.wrongExtension'));
  const gameId = findGame(game, games);
  if (gameId === undefined) return refuse(messageOf('fields.mediaGame', { game }));
  if (bytes === 0) return refuse(messageOf('fields.fileEmpty'));
  if (bytes > mediaLimits.bytes) return refuse(messageOf('refusals.mediumTooLarge'));
  return { place: { gameId, role, place } };
}

/** A slug of digits wins over an id. */
function findGame(game: string, { bySlug, ids }: NamedGames): number | undefined {
  const known = bySlug.get(game) ?? bySlug.get(game.toLowerCase());
  if (known !== undefined || !/^\d{1,9}$/.test(game)) return known;
  return ids.has(Number(game)) ? Number(game) : undefined;
}
