import { messageOf, type ReplyInput, type SavedReply } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import { afterCommit, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import { cleanedHtml } from './tickets.html.ts';
import {
  deleteReply,
  findReplies,
  insertReply,
  lockReply,
  type ReplyRow,
  updateReply,
} from './tickets.replies.repo.ts';

/** Replies to tickets that people of the provider have saved: their own, and those of the team. */
export interface SavedReplies {
  /** By title: the actor's own ones and those that are shared. */
  list(actor: Actor): Promise<SavedReply[]>;
  /** @throws ValidationError for a reply without a text, ConflictError beyond as many as one may have */
  create(actor: Actor, input: ReplyInput): Promise<SavedReply>;
  /** @throws NotFoundError, also for someone else's own reply, ValidationError for a reply without a text */
  update(actor: Actor, id: number, input: ReplyInput): Promise<SavedReply>;
  /** @throws NotFoundError, also for someone else's own reply */
  remove(actor: Actor, id: number): Promise<void>;
}

export interface SavedRepliesDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Realtime;
}

/** Of a person, and of the team. */
const mostReplies = 200;

export function createSavedReplies({ postgres, clock, realtime }: SavedRepliesDeps): SavedReplies {
  async function lock(tx: Tx, actor: Actor, id: number): Promise<ReplyRow> {
    const row = await lockReply(tx, actor.userId, id);
    if (row === undefined) throw new NotFoundError(messageOf('refusals.replyNotFound'));
    return row;
  }

  /** Logs a change, without the texts, and has the lists of those who see the reply read again. */
  async function record(
    tx: Tx,
    actor: Actor,
    action: 'create-reply' | 'update-reply' | 'delete-reply',
    { old, now }: { old?: ReplyRow; now?: ReplyRow },
  ): Promise<void> {
    const reply = { title: (now ?? old)?.title ?? '' };
    const sentences = {
      'create-reply': messageOf('logs.replySaved', reply),
      'update-reply': messageOf('logs.replyChanged', reply),
      'delete-reply': messageOf('logs.replyDeleted', reply),
    };
    const logged = (row: ReplyRow | undefined) =>
      row ? { title: row.title, isShared: row.owner_id === null } : {};
    await recordAudit(tx, {
      actor,
      type: 'tickets',
      action,
      objectId: null,
      description: sentences[action],
      changes: changesBetween(logged(old), logged(now)),
    });
    afterCommit(tx, () =>
      realtime.publish({ name: 'changed', data: { topic: 'tickets' } }, { providers: true }),
    );
  }

  const rowOf = (actor: Actor, { title, textEn, textIt, isShared }: ReplyInput) => ({
    title,
    ...cleanedTexts(textEn, textIt),
    owner_id: isShared ? null : actor.userId,
    updated_at: clock.now(),
  });

  return {
    async list(actor) {
      const rows = await findReplies(postgres.db, actor.userId);
      return rows.map(replyOf);
    },

    async create(actor, input) {
      const row = rowOf(actor, input);
      return postgres.transaction(async (tx) => {
        const all = await findReplies(tx, actor.userId);
        const held = all.filter(({ owner_id }) => (owner_id === null) === input.isShared);
        if (held.length >= mostReplies) {
          throw new ConflictError(messageOf('refusals.tooManyReplies', { max: mostReplies }));
        }
        const now = await insertReply(tx, row);
        await record(tx, actor, 'create-reply', { now });
        return replyOf(now);
      });
    },

    async update(actor, id, input) {
      const row = rowOf(actor, input);
      return postgres.transaction(async (tx) => {
        const old = await lock(tx, actor, id);
        const now = await updateReply(tx, id, row);
        await record(tx, actor, 'update-reply', { old, now });
        return replyOf(now);
      });
    },

    remove: (actor, id) =>
      postgres.transaction(async (tx) => {
        const old = await lock(tx, actor, id);
        await deleteReply(tx, id);
        await record(tx, actor, 'delete-reply', { old });
      }),
  };
}

/** Both texts as they are kept; one without content is none, two are a reply without words. */
function cleanedTexts(textEn: string, textIt: string) {
  const [text_en, text_it] = [cleanedHtml(textEn) ?? '', cleanedHtml(textIt) ?? ''];
  if (text_en === '' && text_it === '') {
    const refusal = messageOf('fields.replyTextRequired');
    throw new ValidationError({ textEn: refusal }, refusal);
  }
  return { text_en, text_it };
}

const replyOf = (row: ReplyRow): SavedReply => ({
  id: row.id,
  title: row.title,
  textEn: row.text_en,
  textIt: row.text_it,
  isShared: row.owner_id === null,
  updatedAt: row.updated_at.toISOString(),
});
