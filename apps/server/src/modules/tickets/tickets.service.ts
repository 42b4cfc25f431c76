import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  type Answer,
  type assignTicket,
  type BodyOf,
  type createAnswer,
  type createTicket,
  type FoundTicket,
  type listTickets,
  maxTicketFiles,
  messageOf,
  type QueryOf,
  type Ticket,
  type TicketMedium,
  ticketFileExtensions,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import {
  ConflictError,
  NotFoundError,
  UnsupportedMediaError,
  ValidationError,
} from '../../infra/errors/index.ts';
import type { Files } from '../../infra/files/index.ts';
import type { SignedFiles, UploadedFile } from '../../infra/http/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import { plainFileName } from '../certificates/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import { requiredHtml } from './tickets.html.ts';
import { type ImportedTicket, importTicket } from './tickets.import.ts';
import { ticketFileType } from './tickets.kinds.ts';
import { insertLink } from './tickets.links.repo.ts';
import { nameOfTarget, targetOf } from './tickets.links.ts';
import { recordTicket } from './tickets.log.ts';
import { foundTicketOf, mediumOf, ticketsOf } from './tickets.mapper.ts';
import {
  recipientsOfAssignment,
  recipientsOfDeletion,
  recipientsOfReply,
  recipientsOfTicket,
  requireOwnFresh,
  requireUnclosed,
} from './tickets.policy.ts';
import {
  countMedia,
  findAnswer,
  findAnswers,
  findAssignees,
  findMedia,
  findSettings,
  findTickets,
  insertAnswer,
  insertMedium,
  insertTicket,
  lockTicket,
  searchTickets,
  type TicketsAsked,
  updateAssignee,
  updateDeletion,
} from './tickets.repo.ts';
import { descriptionOf, readSubject, storedCase } from './tickets.subject.ts';
import { notificationOf, type TicketNews } from './tickets.texts.ts';
import { publishAnswer } from './tickets.webhooks.ts';

export interface TicketsService {
  /** Newest first; deleted ones only when they are asked for. */
  list(actor: Actor, query: QueryOf<typeof listTickets>): Promise<Ticket[]>;
  /** By id, by an id of their session, or by title; deleted ones are left out. */
  search(actor: Actor, text: string, sessionIds: readonly string[], limit: number): Promise<FoundTicket[]>;
  /** @throws NotFoundError, also for another integration's ticket */
  get(actor: Actor, id: number): Promise<Ticket>;
  /**
   * @throws NotFoundError for a session or an integration that the actor does not see
   * @throws ValidationError for a text without content, a game that the integration does not offer, and a case without what
   * its type needs
   */
  create(actor: Actor, body: BodyOf<typeof createTicket>): Promise<Ticket>;
  /**
   * Takes a ticket out of the lists of both sides; it keeps its answers and files.
   * @throws NotFoundError, ConflictError for a closed one
   */
  remove(actor: Actor, id: number): Promise<void>;
  /** Undoes a deletion. @throws NotFoundError, ConflictError for a ticket that is not deleted */
  restore(actor: Actor, id: number): Promise<Ticket>;
  /** Whom tickets can be assigned to. */
  assignees(): Promise<{ id: string; username: string }[]>;
  /**
   * Assigns a ticket, or takes it from its assignee with null.
   * @throws NotFoundError, ConflictError for a closed one, ValidationError for someone who may not be assigned tickets
   */
  assign(actor: Actor, id: number, body: BodyOf<typeof assignTicket>): Promise<Ticket>;
  /** @throws NotFoundError, ValidationError, ConflictError for a closed ticket */
  answer(actor: Actor, body: BodyOf<typeof createAnswer>): Promise<Answer>;
  /**
   * @throws NotFoundError, UnsupportedMediaError, ForbiddenError for someone else's answer, ConflictError for a
   * closed ticket, an old answer, or too many files; nothing stays then
   */
  attach(actor: Actor, id: number, file: UploadedFile, answerId: number | undefined): Promise<TicketMedium>;
  /** Imports one as it is, without notifying anyone. */
  enter(tx: Tx, entry: ImportedTicket): Promise<void>;
}

export interface TicketsDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  files: Files;
  clock: Clock;
  realtime: Realtime;
  sessionStore: Pick<SessionStore, 'find'>;
  referenceData: Pick<ReferenceData, 'read'>;
  notify: Notify;
  urlSigner: SignedFiles['urlSigner'];
}

const notFound = () => new NotFoundError(messageOf('refusals.ticketNotFound'));

export function createTicketsService(deps: TicketsDeps): TicketsService {
  const { postgres, files, clock, realtime } = deps;
  const { db } = postgres;

  async function read(actor: Actor, asked: TicketsAsked, from: Db = db): Promise<Ticket[]> {
    const tickets = await findTickets(from, integrationScope(actor), asked);
    const ids = tickets.map(({ id }) => id);
    const answers = ids.length === 0 ? [] : await findAnswers(from, ids);
    const media = ids.length === 0 ? [] : await findMedia(from, ids);
    return ticketsOf({ tickets, answers, media }, await deps.urlSigner(), actor, await findSettings(from));
  }

  function publishChange(tx: Tx, id: number, integrationId: number | null): void {
    afterCommit(tx, () =>
      realtime.publish(
        { name: 'changed', data: { topic: 'tickets', id: String(id) } },
        { providers: true, ...(integrationId === null ? {} : { integration: integrationId }) },
      ),
    );
  }

  async function notifyOfTicket(tx: Tx, to: Parameters<Notify>[1], news: TicketNews): Promise<void> {
    await deps.notify(tx, to, notificationOf(news));
  }

  /** A ticket that this transaction has written or locked. */
  async function readWritten(actor: Actor, id: number, tx: Tx): Promise<Ticket> {
    const [ticket] = await read(actor, { id }, tx);
    if (ticket === undefined) throw new Error('A ticket has vanished in its own transaction.');
    return ticket;
  }

  /** Logs, notifies and publishes that a ticket was deleted or restored, and returns it. */
  async function recordDeletion(tx: Tx, actor: Actor, id: number, action: 'delete' | 'restore') {
    const ticket = await readWritten(actor, id, tx);
    const integrationId = ticket.integration?.id ?? null;
    await notifyOfTicket(tx, recipientsOfDeletion(actor, integrationId), {
      kind: action === 'delete' ? 'deleted' : 'restored',
      id,
      title: ticket.title,
      username: actor.username,
      integration: ticket.integration?.name ?? null,
    });
    await recordTicket(tx, actor, loggedOf(ticket), { action });
    publishChange(tx, id, integrationId);
    return ticket;
  }

  return {
    async list(actor, { deleted, about: asked, waitsFor, ...query }) {
      const about = asked === undefined ? undefined : targetOf(asked);
      // Which tickets are linked with it is not said to those who may not see it.
      if (about && (await nameOfTarget(deps, db, actor, about)) === null) return [];
      const asksTurn = waitsFor !== undefined;
      const tickets = await read(actor, {
        ...query,
        about,
        // No one has to answer a closed one, and they are most.
        isUnclosed: asksTurn,
        deleted: deleted === 'true',
      });
      return asksTurn ? tickets.filter(({ turn }) => turn?.side === waitsFor) : tickets;
    },

    async search(actor, text, sessionIds, limit) {
      const number = /^#?(\d{1,9})$/.exec(text)?.[1];
      const id = number === undefined ? null : Number(number);
      const words = text.split(/\s+/).filter(Boolean);
      const rows = await searchTickets(db, integrationScope(actor), { id, text, words, sessionIds, limit });
      return rows.map(foundTicketOf);
    },

    enter: (tx, entry) => importTicket(tx, files, entry),

    async get(actor, id) {
      const [found] = await read(actor, { id });
      if (found === undefined) throw notFound();
      return found;
    },

    async create(actor, body) {
      const subject = await readSubject(deps, actor, body);
      const description = descriptionOf(body);
      if (body.link && (await nameOfTarget(deps, db, actor, body.link)) === null) {
        throw new NotFoundError(messageOf('refusals.linkTargetNotFound'));
      }
      return postgres.transaction(async (tx) => {
        const at = clock.now();
        const id = await insertTicket(tx, {
          ...subject,
          ...storedCase(body.case),
          title: body.title,
          description,
          reporter_id: actor.userId,
          reporter_side: actor.side,
          created_at: at,
          updated_at: at,
        });
        if (body.link) await insertLink(tx, id, body.link);
        const made = await readWritten(actor, id, tx);
        await notifyOfTicket(tx, recipientsOfTicket(actor, subject.integration_id), {
          kind: 'created',
          id,
          title: made.title,
          type: made.case.type,
          username: actor.username,
          integration: made.integration?.name ?? null,
        });
        await recordTicket(tx, actor, loggedOf(made), { action: 'create' });
        publishChange(tx, id, subject.integration_id);
        return made;
      });
    },

    remove: (actor, id) =>
      postgres.transaction(async (tx) => {
        const ticket = await lockTicket(tx, integrationScope(actor), id);
        if (ticket === undefined || ticket.deleted_at !== null) throw notFound();
        requireUnclosed(ticket, messageOf('refusals.ticketClosedDelete'));
        await updateDeletion(tx, id, { at: clock.now(), by: actor.userId });
        await recordDeletion(tx, actor, id, 'delete');
      }),

    restore: (actor, id) =>
      postgres.transaction(async (tx) => {
        const ticket = await lockTicket(tx, integrationScope(actor), id);
        if (ticket === undefined) throw notFound();
        if (ticket.deleted_at === null) throw new ConflictError(messageOf('refusals.ticketNotDeleted'));
        await updateDeletion(tx, id, null);
        return recordDeletion(tx, actor, id, 'restore');
      }),

    assignees: () => findAssignees(db),

    assign: (actor, id, { assigneeId }) =>
      postgres.transaction(async (tx) => {
        const held = await lockTicket(tx, integrationScope(actor), id);
        if (held === undefined || held.deleted_at !== null) throw notFound();
        requireUnclosed(held, messageOf('refusals.ticketClosedAssign'));
        const [person] = assigneeId === null ? [] : await findAssignees(tx, assigneeId);
        if (assigneeId !== null && person === undefined) {
          const refusal = messageOf('fields.noSuchAssignee');
          throw new ValidationError({ assigneeId: refusal }, refusal);
        }
        const before = await readWritten(actor, id, tx);
        if ((before.assignee?.id ?? null) === assigneeId) return before;
        await updateAssignee(tx, id, assigneeId);
        const ticket = await readWritten(actor, id, tx);
        if (assigneeId !== null) {
          await notifyOfTicket(tx, recipientsOfAssignment(actor, assigneeId), {
            kind: 'assigned',
            id,
            title: ticket.title,
            username: actor.username,
            integration: ticket.integration?.name ?? null,
          });
        }
        const assignee = { old: before.assignee?.username ?? null, new: ticket.assignee?.username ?? null };
        await recordTicket(tx, actor, loggedOf(ticket), { action: 'assign', assignee });
        publishChange(tx, id, held.integration_id);
        return ticket;
      }),

    answer: (actor, { ticketId, status, description, waitsFor }) =>
      postgres.transaction(async (tx) => {
        const held = await lockTicket(tx, integrationScope(actor), ticketId);
        if (held === undefined || held.deleted_at !== null) throw notFound();
        requireUnclosed(held, messageOf('refusals.ticketClosedAnswer'));
        const id = await insertAnswer(tx, {
          ticket_id: ticketId,
          description: requiredHtml(description),
          status,
          responder_id: actor.userId,
          created_at: clock.now(),
          side: actor.side,
          waits_for: waitsFor ?? null,
        });
        const [row] = await findTickets(tx, integrationScope(actor), { id: ticketId });
        const [ticket] = await read(actor, { id: ticketId }, tx);
        const made = ticket?.answers.find((answer) => answer.id === id);
        if (row === undefined || made === undefined) {
          throw new Error('An answer has vanished in its own transaction.');
        }
        await notifyOfTicket(tx, recipientsOfReply(actor, row), {
          kind: status === 'closed' ? 'closed' : 'answered',
          id: ticketId,
          title: row.title,
          username: actor.username,
          integration: row.integration_name,
        });
        const logged = { id: ticketId, title: row.title, integration: row.integration_name };
        const change = { old: held.status, new: status };
        await publishAnswer(tx, actor, row, { id, status, at: clock.now() });
        await recordTicket(tx, actor, logged, { action: 'answer', status: change });
        publishChange(tx, ticketId, row.integration_id);
        return made;
      }),

    async attach(actor, id, file, answerId) {
      const view = integrationScope(actor);
      const [known] = await findTickets(db, view, { id });
      if (known === undefined || known.deleted_at !== null) throw notFound();
      const name = plainFileName(file.name);
      const content_type = await ticketFileType(file.path, name);
      if (content_type === null) {
        const isKnown = ticketFileExtensions.some((extension) =>
          name.toLowerCase().endsWith(`.${extension}`),
        );
        throw new UnsupportedMediaError(
          isKnown ? messageOf('refusals.wrongContent', { name }) : messageOf('refusals.wrongExtension'),
        );
      }
      const file_key = `tickets/${randomUUID()}`;
      await files.put(file_key, createReadStream(file.path));
      try {
        return await postgres.transaction(async (tx) => {
          const ticket = await lockTicket(tx, view, id);
          if (ticket === undefined || ticket.deleted_at !== null) throw notFound();
          if (answerId === undefined) requireUnclosed(ticket, messageOf('refusals.ticketClosedFiles'));
          else {
            const answer = await findAnswer(tx, id, answerId);
            if (answer === undefined) throw new NotFoundError(messageOf('refusals.answerNotFound'));
            requireOwnFresh(actor, answer, clock.now());
          }
          const answer_id = answerId ?? null;
          if ((await countMedia(tx, id, answer_id)) >= maxTicketFiles) {
            throw new ConflictError(messageOf('refusals.tooManyFiles', { max: maxTicketFiles }));
          }
          const row = { ticket_id: id, answer_id, name, file_key, content_type, bytes: file.bytes };
          const made = await insertMedium(tx, { ...row, created_at: clock.now() });
          const logged = { id, title: ticket.title, integration: known.integration_name };
          await recordTicket(tx, actor, logged, { action: 'add-file', fileName: name });
          publishChange(tx, id, ticket.integration_id);
          return mediumOf(made, await deps.urlSigner(), actor);
        });
      } catch (error) {
        await files.delete(file_key);
        throw error;
      }
    },
  };
}

const loggedOf = ({ id, title, integration }: Ticket) => ({
  id,
  title,
  integration: integration?.name ?? null,
});
