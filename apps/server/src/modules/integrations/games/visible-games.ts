import {
  type BodyOf,
  type ChangeRow,
  type Message,
  messageOf,
  type setIntegrationGames,
  textMessage,
} from '@ludus/contract';
import type { Actor } from '../../../infra/access/index.ts';
import { recordAudit } from '../../../infra/audit/index.ts';
import type { Clock } from '../../../infra/clock/index.ts';
import { ConflictError, ValidationError } from '../../../infra/errors/index.ts';
import type { Db, Postgres } from '../../../infra/postgres/index.ts';
import { type LinkedGame, publishGameLinks } from '../../../infra/webhooks/index.ts';
import type { GuardedCall } from '../../approvals/index.ts';
import { type IntegrationGame, integrationGameOf } from '../integrations.mapper.ts';
import { findLinkedGames, lockIntegration } from '../integrations.repo.ts';
import { deleteGameLinks, insertGameLinks, lockGameLinks, lockGames } from './visible-games.repo.ts';

export interface VisibleGames {
  /**
   * Makes these the visible games of an integration, and returns all that are linked to it.
   * @throws NotFoundError
   * @throws ValidationError for added games that are not in the catalogue
   * @throws ConflictError when someone has changed the set that the caller saw
   */
  set(
    actor: Actor,
    integrationId: number,
    body: BodyOf<typeof setIntegrationGames>,
  ): Promise<{ rows: IntegrationGame[] }>;
  /** The same as a change that may need a second person. */
  guarded: GuardedCall<GamesChange>;
}

/** Which games an integration is to see. */
export interface GamesChange {
  integrationId: number;
  body: BodyOf<typeof setIntegrationGames>;
}

export interface VisibleGamesDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  /** After the commit: everyone reads again. */
  invalidate(tx: Db, integrationId: number): void;
}

/** More names than this help no one. */
const mostNames = 20;

export function createVisibleGames({ postgres, clock, invalidate }: VisibleGamesDeps): VisibleGames {
  /** What a save adds and takes away, with everything locked that it depends on. @throws as `set` */
  async function plan(tx: Db, integrationId: number, { games, basedOn }: BodyOf<typeof setIntegrationGames>) {
    const integration = await lockIntegration(tx, integrationId);
    // Games before their links, as a save of a game locks them.
    const given = await lockGames(tx, [...new Set([...games, ...(basedOn ?? [])])]);
    const links = await lockGameLinks(tx, integrationId);
    const linked = new Map(links.map((link) => [link.game_id, link]));
    const visible = links.filter(({ is_active }) => is_active === null);
    const wanted = new Set(games);

    if (basedOn !== undefined) {
      const seen = new Set(basedOn);
      const added = visible.filter(({ game_id }) => !seen.has(game_id));
      // What has become active meanwhile stays whatever is saved.
      const removed = given.filter(({ id }) => seen.has(id) && !linked.has(id));
      if (added.length + removed.length > 0) {
        throw new ConflictError(
          messageOf('refusals.gamesChangedMeanwhile', {
            integration: integration.name,
            changes: changesMessage(added, removed),
          }),
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
      const text = messageOf('fields.notInCatalog', { names: listed(names) });
      throw new ValidationError({ games: text }, text);
    }

    const gone = visible.filter(({ game_id }) => !wanted.has(game_id));
    return { integration, freshGames, gone };
  }

  async function save(tx: Db, actor: Actor, { integrationId, body }: GamesChange): Promise<void> {
    const { integration, freshGames, gone } = await plan(tx, integrationId, body);
    if (freshGames.length + gone.length === 0) return;
    await insertGameLinks(
      tx,
      integrationId,
      freshGames.map(({ id }) => id),
    );
    await deleteGameLinks(
      tx,
      integrationId,
      gone.map(({ game_id }) => game_id),
    );
    const linksOf = (changed: readonly LinkedGame[]) =>
      changed.map(({ id, name, slug }) => ({ integrationId, game: { id, name, slug } }));
    const withdrawn = gone.map(({ game_id: id, name, slug }) => ({ id, name, slug }));
    await publishGameLinks(tx, 'game.withdrawn', linksOf(withdrawn), clock.now());
    await publishGameLinks(tx, 'game.granted', linksOf(freshGames), clock.now());
    await recordAudit(tx, {
      actor,
      type: 'integrations',
      action: 'set-games',
      objectId: integrationId,
      description: messageOf('logs.gamesSet', {
        integration: integration.name,
        changes: changesMessage(freshGames, gone),
      }),
      object: { name: integration.name },
      changes: {
        ...(freshGames.length > 0 && { added: { old: null, new: namesOf(freshGames) } }),
        ...(gone.length > 0 && { removed: { old: namesOf(gone), new: null } }),
      },
    });
    invalidate(tx, integrationId);
  }

  return {
    async set(actor, integrationId, body) {
      await postgres.transaction((tx) => save(tx, actor, { integrationId, body }));
      const rows = await findLinkedGames(postgres.db, [integrationId], { finished: false });
      return { rows: rows.map(integrationGameOf) };
    },

    guarded: {
      kind: 'visibility',
      call: 'setIntegrationGames',
      scope: 'integrations:manage',
      async describe(tx, _actor, { integrationId, body }) {
        const { integration, freshGames, gone } = await plan(tx, integrationId, body);
        const rows = [
          ...freshGames.map(({ name }) => visibilityRow(name, notVisible, available)),
          ...gone.map(({ name }) => visibilityRow(name, available, notVisible)),
        ];
        return {
          subject: `integration/${integrationId}`,
          path: `/integration/${integrationId}`,
          title: messageOf('approvals.gamesOf', { integration: integration.name }),
          integrationId,
          rows,
          pairs: rows.length,
        };
      },
      isHeld: ({ pairs = 0 }, { visibilityThreshold }) => pairs > visibilityThreshold,
      apply: (tx, actor, change) => save(tx, actor, change),
    },
  };
}

const notVisible = messageOf('approvals.notVisible');
const available = messageOf('approvals.available');

const visibilityRow = (name: string, before: Message, after: Message): ChangeRow => ({
  what: textMessage(name),
  before,
  after,
});

type Named = readonly { name: string }[];

const namesOf = (games: Named) => games.map(({ name }) => name);

function changesMessage(added: Named, removed: Named): Message {
  const names = { added: listed(namesOf(added)), removed: listed(namesOf(removed)) };
  if (added.length > 0 && removed.length > 0) return messageOf('logs.gamesAddedAndRemoved', names);
  return added.length > 0
    ? messageOf('logs.gamesAdded', { names: names.added })
    : messageOf('logs.gamesRemoved', { names: names.removed });
}

function listed(all: readonly string[]): Message | string {
  const more = all.length - mostNames;
  const names = all.slice(0, mostNames).join(', ');
  return more > 0 ? messageOf('logs.namesAndMore', { names, more }) : names;
}
