import { type Certificate, documentState, expiringDays, type Game } from '@ludus/contract';
import { addDays, type Day, daysOf } from '../../lib/days.ts';
import type { DocumentsSearch } from './search.ts';

export type Expiry = { state: 'expired' } | { state: 'soon'; days: number };

/** Whether a document has ended or is expiring, as Certificates say it; null for all others, and for what was replaced. */
export function expiryOf(
  document: Pick<Certificate, 'validFrom' | 'validUntil' | 'replacedBy'>,
  today: Day,
): Expiry | null {
  const { validUntil } = document;
  if (documentState(document, today) === 'replaced') return null;
  if (validUntil === null || validUntil > addDays(today, expiringDays)) return null;
  if (validUntil < today) return { state: 'expired' };
  return { state: 'soon', days: daysOf({ from: today, to: validUntil }) - 1 };
}

/** Documents of an integration are its own and those for every one. */
export function isFor({ integration }: Certificate, integrationId: number | undefined): boolean {
  return integrationId === undefined || integration === null || integration.id === integrationId;
}

/** The documents that the facets leave. */
export function filterDocuments(
  documents: readonly Certificate[],
  { show, integration, type }: DocumentsSearch,
  today: Day,
): Certificate[] {
  return documents.filter(
    (document) =>
      isFor(document, integration) &&
      (type === undefined || document.type === type) &&
      (show !== 'general' || document.isGeneral) &&
      (show !== 'expiring' || expiryOf(document, today) !== null),
  );
}

/** The documents with every typed word in their name, their file's, a game's or the integration's. */
export function findDocuments(documents: readonly Certificate[], text: string): Certificate[] {
  const words = text.toLocaleLowerCase('it').split(/\s+/).filter(Boolean);
  return documents.filter(({ name, fileName, games, integration }) => {
    const full = [name, fileName, integration?.name ?? '', ...games.map((game) => game.name)]
      .join(' ')
      .toLocaleLowerCase('it');
    return words.every((word) => full.includes(word));
  });
}

/** A game without a certificate, with the day on which its last one ended. */
export interface UncertifiedGame {
  game: Game;
  lastEnd: Day | null;
}

/** The games without a certificate that holds; of an integration those that are active there. */
export function uncertifiedGames(
  games: readonly Game[],
  documents: readonly Certificate[],
  integrationId: number | undefined,
  today: Day,
): UncertifiedGame[] {
  const valid = new Set<number>();
  const ends = new Map<number, Day>();
  for (const document of documents) {
    if (document.type !== 'certificate' || !isFor(document, integrationId)) continue;
    const { validUntil } = document;
    const state = documentState(document, today);
    if (state === 'replaced' || state === 'upcoming') continue;
    for (const { id } of document.games) {
      if (state !== 'expired') valid.add(id);
      else if (validUntil !== null && validUntil > (ends.get(id) ?? '')) ends.set(id, validUntil);
    }
  }
  return games
    .filter(
      ({ id, integrations }) =>
        !valid.has(id) &&
        (integrationId === undefined ||
          integrations?.some(
            (link) => link.id === integrationId && link.integration_games.is_active !== null,
          )),
    )
    .map((game) => ({ game, lastEnd: ends.get(game.id) ?? null }));
}
