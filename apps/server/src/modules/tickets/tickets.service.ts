import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  type Answer,
  type BodyOf,
  type createAnswer,
  type createTicket,
  type listTickets,
  maxTicketFiles,
  messages,
  type QueryOf,
  type Ticket,
  type TicketMedium,
  ticketFileExtensions,
  ticketMessages,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../platform/access/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import {
  ConflictError,
  NotFoundError,
  UnsupportedMediaError,
  ValidationError,
} from '../../platform/errors/index.ts';
import type { FileRemoval, Files } from '../../platform/files/index.ts';
import type { UploadedFile } from '../../platform/http/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../platform/postgres/index.ts';
import type { Realtime } from '../../platform/realtime/index.ts';
import type { Books } from '../books/index.ts';
import { plainFileName } from '../certificates/index.ts';
import type { ReferenceDirectory } from '../integrations/index.ts';
import type { Tell } from '../notifications/index.ts';
import type { TicketFileAddresses } from './tickets.address.ts';
import { type EnteredTicket, enterTicket } from './tickets.enter.ts';
import { cleanedHtml } from './tickets.html.ts';
import { ticketFileType } from './tickets.kinds.ts';
import { mediumOf, ticketsOf } from './tickets.mapper.ts';
import { requireOwnFresh, requireUnclosed, toldOfAnswer, toldOfTicket } from './tickets.policy.ts';
import {
  countMedia,
  deleteTicket,
  findAnswer,
  findAnswers,
  findMedia,
  findTickets,
  insertAnswer,
  insertMedium,
  insertTicket,
  lockTicket,
  type TicketsAsked,
} from './tickets.repo.ts';
import { type TicketNews, ticketTexts } from './tickets.texts.ts';

export interface TicketsService {
  /** API-068, API-069: newest first. */
  list(actor: Actor, query: QueryOf<typeof listTickets>): Promise<Ticket[]>;
  /** @throws NotFoundError, also for another integration's ticket */
  get(actor: Actor, id: number): Promise<Ticket>;
  /**
   * API-070, OPEN-60. @throws NotFoundError for a session or an integration that the actor does not see
   * @throws ValidationError for a text without content, and for a game that the integration does not offer
   */
  create(actor: Actor, body: BodyOf<typeof createTicket>): Promise<Ticket>;
  /** API-071. @throws NotFoundError, ConflictError for a closed one (OPEN-59) */
  remove(actor: Actor, id: number): Promise<void>;
  /** API-073. @throws NotFoundError, ValidationError, ConflictError for a closed ticket (OPEN-59) */
  answer(actor: Actor, body: BodyOf<typeof createAnswer>): Promise<Answer>;
  /**
   * API-072. @throws NotFoundError, UnsupportedMediaError, ForbiddenError for somebody else's answer, ConflictError for a
   * closed ticket, an old answer, or too many files; nothing stays then
   */
  attach(actor: Actor, id: number, file: UploadedFile, answerId: number | undefined): Promise<TicketMedium>;
  /** Enters one as it is, without telling anybody. */
  enter(tx: Tx, entry: EnteredTicket): Promise<void>;
}

export interface TicketsDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  files: Files;
  clock: Clock;
  realtime: Realtime;
  books: Pick<Books, 'find'>;
  directory: Pick<ReferenceDirectory, 'read'>;
  tell: Tell;
  addresses(): Promise<TicketFileAddresses>;
  removeFiles: FileRemoval['remove'];
}

const notFound = () => new NotFoundError('Ticket not found');

export function createTicketsService(deps: TicketsDeps): TicketsService {
  const { postgres, files, clock, realtime } = deps;
  const { db } = postgres;

  async function read(actor: Actor, asked: TicketsAsked, from: Db = db): Promise<Ticket[]> {
    const tickets = await findTickets(from, integrationScope(actor), asked);
    const ids = tickets.map(({ id }) => id);
    const answers = ids.length === 0 ? [] : await findAnswers(from, ids);
    const media = ids.length === 0 ? [] : await findMedia(from, ids);
    return ticketsOf({ tickets, answers, media }, await deps.addresses(), actor);
  }

  function announce(tx: Tx, id: number, integrationId: number | null): void {
    afterCommit(tx, () =>
      realtime.publish(
        { name: 'changed', data: { topic: 'tickets', id: String(id) } },
        { providers: true, ...(integrationId === null ? {} : { integration: integrationId }) },
      ),
    );
  }

  async function tell(tx: Tx, to: Parameters<Tell>[1], news: TicketNews): Promise<void> {
    await deps.tell(tx, to, {
      severity: 1,
      path: `/ticket/${news.id}`,
      texts: (language) => ticketTexts(news, language),
      mail: true,
    });
  }

  /** What a new ticket is about. A session settles everything; else the game must be one that may be chosen. */
  async function subjectOf(actor: Actor, { sessionId, integrationId, gameId }: BodyOf<typeof createTicket>) {
    const scope = integrationScope(actor);
    const names = await deps.directory.read();
    if (sessionId !== undefined && sessionId !== null) {
      const session = await deps.books.find(scope, sessionId);
      if (session === null) throw new NotFoundError(messages.sessionNotFound);
      return {
        integration_id: session.integrationId,
        // The books keep sessions of games that are gone.
        game_id: names.games.has(session.gameId) ? session.gameId : null,
        session_id: session.id,
        session_ticket_id: session.externalTicketId,
        operator_id: session.operatorId,
      };
    }
    const own = scope.kind === 'all' ? (integrationId ?? null) : (actor.integration?.id ?? 0);
    const integration = own === null ? null : names.integrations.get(own);
    if (own !== null && !integration?.isActive) throw new NotFoundError('Integration not found');
    const game =
      gameId === undefined || gameId === null ? null : (names.games.get(gameId)?.summary ?? gameId);
    const offered =
      game === null ||
      (typeof game === 'object' &&
        !game.isDev &&
        (integration ? integration.games.some(({ id }) => id === game.id) : game.isCatalog));
    if (!offered) {
      const text = integration
        ? `This game is not among those of ${integration.name}.`
        : 'There is no such game.';
      throw new ValidationError({ gameId: text }, text);
    }
    return {
      integration_id: own,
      game_id: gameId ?? null,
      session_id: null,
      session_ticket_id: null,
      operator_id: null,
    };
  }

  return {
    list: (actor, query) => read(actor, query),

    enter: (tx, entry) => enterTicket(tx, files, entry),

    async get(actor, id) {
      const [found] = await read(actor, { id });
      if (found === undefined) throw notFound();
      return found;
    },

    async create(actor, body) {
      const subject = await subjectOf(actor, body);
      const description = requiredText(body.description);
      return postgres.transaction(async (tx) => {
        const at = clock.now();
        const id = await insertTicket(tx, {
          ...subject,
          title: body.title,
          description,
          reporter_id: actor.userId,
          created_at: at,
          updated_at: at,
        });
        const [made] = await read(actor, { id }, tx);
        if (made === undefined) throw new Error('A ticket has vanished in its own transaction.');
        await tell(tx, toldOfTicket(actor, subject.integration_id), {
          kind: 'created',
          id,
          title: made.title,
          username: actor.username,
          integration: made.integration?.name ?? null,
        });
        announce(tx, id, subject.integration_id);
        return made;
      });
    },

    remove: (actor, id) =>
      postgres.transaction(async (tx) => {
        const ticket = await lockTicket(tx, integrationScope(actor), id);
        if (ticket === undefined) throw notFound();
        requireUnclosed(ticket, 'A closed ticket cannot be deleted.');
        await deps.removeFiles(tx, await deleteTicket(tx, id));
        announce(tx, id, ticket.integration_id);
      }),

    answer: (actor, { ticketId, status, description }) =>
      postgres.transaction(async (tx) => {
        const held = await lockTicket(tx, integrationScope(actor), ticketId);
        if (held === undefined) throw notFound();
        requireUnclosed(held, 'A closed ticket takes no new answers.');
        const id = await insertAnswer(tx, {
          ticket_id: ticketId,
          description: requiredText(description),
          status,
          responder_id: actor.userId,
          created_at: clock.now(),
        });
        const [row] = await findTickets(tx, integrationScope(actor), { id: ticketId });
        const [ticket] = await read(actor, { id: ticketId }, tx);
        const made = ticket?.answers.find((answer) => answer.id === id);
        if (row === undefined || made === undefined) {
          throw new Error('An answer has vanished in its own transaction.');
        }
        await tell(tx, toldOfAnswer(actor, row), {
          kind: status === 'closed' ? 'closed' : 'answered',
          id: ticketId,
          title: row.title,
          username: actor.username,
          integration: row.integration_name,
        });
        announce(tx, ticketId, row.integration_id);
        return made;
      }),

    async attach(actor, id, file, answerId) {
      const view = integrationScope(actor);
      const [known] = await findTickets(db, view, { id });
      if (known === undefined) throw notFound();
      const name = plainFileName(file.name);
      const content_type = await ticketFileType(file.path, name);
      if (content_type === null) {
        const isKnown = ticketFileExtensions.some((extension) =>
          name.toLowerCase().endsWith(`.${extension}`),
        );
        throw new UnsupportedMediaError(
          isKnown ? `The content of ${name} is not what its name says.` : 'Wrong file extension',
        );
      }
      const file_key = `tickets/${randomUUID()}`;
      await files.put(file_key, createReadStream(file.path));
      try {
        return await postgres.transaction(async (tx) => {
          const ticket = await lockTicket(tx, view, id);
          if (ticket === undefined) throw notFound();
          if (answerId === undefined) requireUnclosed(ticket, 'A closed ticket takes no new files.');
          else {
            const answer = await findAnswer(tx, id, answerId);
            if (answer === undefined) throw new NotFoundError('Answer not found');
            requireOwnFresh(actor, answer, clock.now());
          }
          const answer_id = answerId ?? null;
          if ((await countMedia(tx, id, answer_id)) >= maxTicketFiles) {
            throw new ConflictError(`At most ${maxTicketFiles} files.`);
          }
          const row = { ticket_id: id, answer_id, name, file_key, content_type, bytes: file.bytes };
          const made = await insertMedium(tx, { ...row, created_at: clock.now() });
          announce(tx, id, ticket.integration_id);
          return mediumOf(made, await deps.addresses());
        });
      } catch (error) {
        await files.delete(file_key);
        throw error;
      }
    },
  };
}

/** OPEN-60: what is kept of a text. @throws ValidationError with the documents' words when that is nothing */
function requiredText(html: string): string {
  const cleaned = cleanedHtml(html);
  if (cleaned === null) {
    throw new ValidationError(
      { description: ticketMessages.descriptionRequired },
      ticketMessages.descriptionRequired,
    );
  }
  return cleaned;
}
