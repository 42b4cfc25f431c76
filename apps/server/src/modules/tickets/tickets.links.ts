import { type LinkTarget, messageOf, type TicketLink, ticketLinkKinds } from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { ConflictError, NotFoundError } from '../../infra/errors/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import { deleteLink, findIntegrationOf, findLinks, insertLink, isDayCompared } from './tickets.links.repo.ts';
import { findTickets, lockTicket, type TicketRow } from './tickets.repo.ts';
import type { SubjectDeps } from './tickets.subject.ts';

/** What tickets are linked with. Whoever may not see the one end sees no link. */
export interface TicketLinks {
  /** @throws NotFoundError */
  list(actor: Actor, ticketId: number): Promise<TicketLink[]>;
  /** @throws NotFoundError, also for what the actor may not see, ConflictError beyond as many as a ticket may have */
  add(actor: Actor, ticketId: number, target: LinkTarget): Promise<TicketLink>;
  /** @throws NotFoundError, also for a link that the actor may not see */
  remove(actor: Actor, ticketId: number, linkId: number): Promise<void>;
}

export interface TicketLinksDeps extends SubjectDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  realtime: Realtime;
}

const mostLinks = 50;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idOf = (ref: string): number | null => (/^[1-9]\d{0,8}$/.test(ref) ? Number(ref) : null);

/** A kind and an id, as the list is asked for them: `incident:5`. */
export function targetOf(text: string): LinkTarget {
  const at = text.indexOf(':');
  const kind = ticketLinkKinds.find((one) => one === text.slice(0, at)) ?? 'session';
  return { kind, ref: text.slice(at + 1) };
}

/** What a link calls something; null for what is not there, or not for the actor to see. */
export async function nameOfTarget(
  { sessionStore, referenceData }: SubjectDeps,
  db: Db,
  actor: Actor,
  { kind, ref }: LinkTarget,
): Promise<string | null> {
  const scope = integrationScope(actor);
  const names = await referenceData.read();
  const seen = (integrationId: number) =>
    scope.kind === 'all' || (scope.kind === 'one' && scope.id === integrationId);
  const integrationName = (id: number | undefined) =>
    id === undefined || !seen(id) ? null : (names.integrations.get(id)?.name ?? '');
  const id = idOf(ref);
  switch (kind) {
    case 'session': {
      const session =
        actor.can('sessions:read') && uuid.test(ref) ? await sessionStore.find(scope, ref) : null;
      return session && (session.externalTicketId ?? session.sessionId);
    }
    case 'game': {
      const game = id === null ? undefined : names.games.get(id)?.summary;
      if (game === undefined) return null;
      const own = scope.kind === 'one' ? names.integrations.get(scope.id)?.games : undefined;
      const isSeen =
        scope.kind === 'all' || (!game.isDev && (game.isCatalog || own?.some((one) => one.id === game.id)));
      return isSeen ? game.name : null;
    }
    case 'outage': {
      if (id === null || !actor.can('status:read')) return null;
      return integrationName(await findIntegrationOf(db, 'outages', id));
    }
    case 'incident': {
      if (id === null || !actor.can('alerts:read')) return null;
      return integrationName(await findIntegrationOf(db, 'alert_incidents', id));
    }
    case 'difference': {
      const [, integration = '', day = ''] = /^([1-9]\d{0,4}):(\d{4}-\d\d-\d\d)$/.exec(ref) ?? [];
      if (day === '' || !actor.can('reconciliation:read')) return null;
      const isCompared = await isDayCompared(db, Number(integration), day);
      return isCompared ? integrationName(Number(integration)) : null;
    }
  }
}

export function createTicketLinks(deps: TicketLinksDeps): TicketLinks {
  const { postgres, realtime } = deps;

  async function read(db: Db, actor: Actor, ticketId: number): Promise<TicketLink[]> {
    const rows = await findLinks(db, ticketId);
    const names = await Promise.all(rows.map((row) => nameOfTarget(deps, db, actor, row)));
    return rows.flatMap((row, index) => {
      const name = names[index];
      return name === null || name === undefined ? [] : { ...row, name };
    });
  }

  async function requireTicket(db: Db, actor: Actor, id: number): Promise<TicketRow> {
    const [ticket] = await findTickets(db, integrationScope(actor), { id });
    if (ticket === undefined) throw new NotFoundError(messageOf('refusals.ticketNotFound'));
    return ticket;
  }

  async function record(
    tx: Tx,
    actor: Actor,
    ticket: TicketRow,
    action: 'link' | 'unlink',
    { kind, ref }: LinkTarget,
  ): Promise<void> {
    const { id, title, integration_id: integrationId } = ticket;
    const values = { id, title, target: `${kind} ${ref}` };
    await recordAudit(tx, {
      actor,
      type: 'tickets',
      action,
      objectId: id,
      description:
        action === 'link' ? messageOf('logs.ticketLinked', values) : messageOf('logs.ticketUnlinked', values),
      object: { name: title, integration: ticket.integration_name },
      changes: {},
    });
    afterCommit(tx, () =>
      realtime.publish(
        { name: 'changed', data: { topic: 'tickets', id: String(id) } },
        { providers: true, ...(integrationId === null ? {} : { integration: integrationId }) },
      ),
    );
  }

  return {
    async list(actor, ticketId) {
      await requireTicket(postgres.db, actor, ticketId);
      return read(postgres.db, actor, ticketId);
    },

    add: (actor, ticketId, target) =>
      postgres.transaction(async (tx) => {
        await lockTicket(tx, integrationScope(actor), ticketId);
        const ticket = await requireTicket(tx, actor, ticketId);
        if (ticket.deleted_at !== null) throw new NotFoundError(messageOf('refusals.ticketNotFound'));
        const name = await nameOfTarget(deps, tx, actor, target);
        if (name === null) throw new NotFoundError(messageOf('refusals.linkTargetNotFound'));
        const held = await findLinks(tx, ticketId);
        const same = held.find(({ kind, ref }) => kind === target.kind && ref === target.ref);
        if (same) return { id: same.id, ...target, name };
        if (held.length >= mostLinks) {
          throw new ConflictError(messageOf('refusals.tooManyLinks', { max: mostLinks }));
        }
        const id = await insertLink(tx, ticketId, target);
        await record(tx, actor, ticket, 'link', target);
        return { id, kind: target.kind, ref: target.ref, name };
      }),

    remove: (actor, ticketId, linkId) =>
      postgres.transaction(async (tx) => {
        await lockTicket(tx, integrationScope(actor), ticketId);
        const ticket = await requireTicket(tx, actor, ticketId);
        const link = (await read(tx, actor, ticketId)).find(({ id }) => id === linkId);
        if (link === undefined || ticket.deleted_at !== null) {
          throw new NotFoundError(messageOf('refusals.linkNotFound'));
        }
        await deleteLink(tx, linkId);
        await record(tx, actor, ticket, 'unlink', link);
      }),
  };
}
