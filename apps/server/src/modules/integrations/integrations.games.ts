import type { BodyOf, setIntegrationGames } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { ConflictError, ValidationError } from '../../platform/errors/index.ts';
import type { Db, Postgres } from '../../platform/postgres/index.ts';
import { deleteGameLinks, findGames, insertGameLinks, lockGameLinks } from './integrations.games.repo.ts';
import { type IntegrationGame, integrationGameOf } from './integrations.mapper.ts';
import { lockIntegration } from './integrations.registry.repo.ts';
import { findLinkedGames } from './integrations.repo.ts';

export interface VisibleGames {
  /**
   * API-030, OPEN-44: makes these the visible games of an integration, and answers all that are linked to it.
   * @throws NotFoundError
   * @throws ValidationError for added games that are not in the catalogue
   * @throws ConflictError when somebody has changed the set that the caller saw
   */
  set(
    actor: Actor,
    integrationId: number,
    body: BodyOf<typeof setIntegrationGames>,
  ): Promise<{ rows: IntegrationGame[] }>;
}

export interface VisibleGamesDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  /** After the commit: everybody reads afresh. */
  announce(tx: Db, integrationId: number): void;
}

/** More names than this help nobody. */
const mostNames = 20;

export function createVisibleGames({ postgres, announce }: VisibleGamesDeps): VisibleGames {
  async function save(
    tx: Db,
    actor: Actor,
    integrationId: number,
    { games, basedOn }: BodyOf<typeof setIntegrationGames>,
  ): Promise<void> {
    const integration = await lockIntegration(tx, integrationId);
    const links = await lockGameLinks(tx, integrationId);
    const linked = new Map(links.map((link) => [link.game_id, link]));
    const visible = links.filter(({ is_active }) => is_active === null);
    const wanted = new Set(games);
    const given = await findGames(tx, [...new Set([...games, ...(basedOn ?? [])])]);

    if (basedOn !== undefined) {
      const seen = new Set(basedOn);
      const added = visible.filter(({ game_id }) => !seen.has(game_id));
      // What has become active meanwhile stays whatever is saved.
      const removed = given.filter(({ id }) => seen.has(id) && !linked.has(id));
      if (added.length + removed.length > 0) {
        throw new ConflictError(
          `Somebody else has changed the games of ${integration.name} meanwhile: ${changeText(added, removed)}. ` +
            'Load them again.',
        );
      }
    }

    const fresh = [...wanted].filter((id) => !linked.has(id));
    const freshGames = given.filter(({ id }) => wanted.has(id) && !linked.has(id));
    const refused = freshGames.filter(({ is_catalog }) => !is_catalog);
    const known = new Set(given.map(({ id }) => id));
    const missing = fresh.filter((id) => !known.has(id));
    if (refused.length + missing.length > 0) {
      const names = [...refused.map(({ name }) => name), ...missing.map((id) => `game ${id}`)];
      const text = `Not in the Catalog: ${listed(names)}.`;
      throw new ValidationError({ games: text }, text);
    }

    const gone = visible.filter(({ game_id }) => !wanted.has(game_id));
    if (fresh.length + gone.length === 0) return;
    await insertGameLinks(tx, integrationId, fresh);
    await deleteGameLinks(
      tx,
      integrationId,
      gone.map(({ game_id }) => game_id),
    );
    await recordAudit(tx, {
      actor,
      type: 'integrations',
      action: 'set-games',
      objectId: integrationId,
      description: `Changed the games that ${integration.name} sees: ${changeText(freshGames, gone)}`,
      object: { name: integration.name },
      changes: {
        ...(freshGames.length > 0 && { added: { old: null, new: namesOf(freshGames) } }),
        ...(gone.length > 0 && { removed: { old: namesOf(gone), new: null } }),
      },
    });
    announce(tx, integrationId);
  }

  return {
    async set(actor, integrationId, body) {
      await postgres.transaction((tx) => save(tx, actor, integrationId, body));
      const rows = await findLinkedGames(postgres.db, [integrationId], { finished: false });
      return { rows: rows.map(integrationGameOf) };
    },
  };
}

type Named = readonly { name: string }[];

const namesOf = (games: Named) => games.map(({ name }) => name);

function changeText(added: Named, removed: Named): string {
  const parts = [
    ...(added.length > 0 ? [`added ${listed(namesOf(added))}`] : []),
    ...(removed.length > 0 ? [`removed ${listed(namesOf(removed))}`] : []),
  ];
  return parts.join('; ');
}

function listed(names: readonly string[]): string {
  const more = names.length - mostNames;
  return names.slice(0, mostNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
