import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  type BodyOf,
  type Certificate,
  type countCertificates,
  type createCertificate,
  type DocumentChange,
  documentType,
  type listCertificates,
  messageOf,
  type QueryOf,
  type ResponseOf,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { NotFoundError, UnsupportedMediaError, ValidationError } from '../../infra/errors/index.ts';
import type { FileRemoval, Files } from '../../infra/files/index.ts';
import type { SignedFiles, SignFileUrl, UploadedFile } from '../../infra/http/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import { type ImportedDocument, importDocument } from './certificates.import.ts';
import { documentTypeOf, plainFileName, urlFileName } from './certificates.kinds.ts';
import { recordDocument } from './certificates.log.ts';
import {
  assertSeesIntegration,
  type DocumentView,
  documentView,
  seesDocuments,
  seesWhoAdded,
} from './certificates.policy.ts';
import {
  type CertificateRow,
  countOfGames,
  deleteCertificates,
  findCertificates,
  findGames,
  findIntegrationName,
  findOfIntegration,
  findOnlyFor,
  insertCertificate,
  updateCertificate,
} from './certificates.repo.ts';

export interface CertificatesService {
  /** @throws NotFoundError for a game or integration that the actor does not see */
  list(actor: Actor, query: QueryOf<typeof listCertificates>): Promise<Certificate[]>;
  /** The same for one game that the actor sees; undefined for those who may not see documents. */
  ofGame(actor: Actor, gameId: number): Promise<Certificate[] | undefined>;
  /** How many documents the games have. @throws NotFoundError for an integration that the actor does not see */
  counts(
    actor: Actor,
    query: QueryOf<typeof countCertificates>,
  ): Promise<ResponseOf<typeof countCertificates>>;
  /** @throws NotFoundError, ValidationError, UnsupportedMediaError; nothing stays then */
  create(actor: Actor, file: UploadedFile, body: BodyOf<typeof createCertificate>): Promise<Certificate>;
  /** Changes name, type and validity. @throws NotFoundError */
  update(actor: Actor, id: number, change: DocumentChange): Promise<Certificate>;
  /** @throws NotFoundError */
  remove(actor: Actor, id: number): Promise<void>;
  /** Removes what is there for this game only, before the game goes. */
  forgetGame(tx: Tx, gameId: number): Promise<void>;
  /** Removes all documents of an integration, before it goes; those for every integration stay. */
  removeOfIntegration(tx: Tx, integrationId: number): Promise<void>;
  /** Enters a document that already exists elsewhere, without logging it. */
  enter(tx: Tx, entry: ImportedDocument): Promise<void>;
}

export interface CertificatesDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  files: Files;
  clock: Clock;
  realtime: Realtime;
  urlSigner: SignedFiles['urlSigner'];
  removeFiles: FileRemoval['remove'];
}

export function createCertificatesService(deps: CertificatesDeps): CertificatesService {
  const { postgres, files, clock, realtime } = deps;
  const { db } = postgres;

  async function read(actor: Actor, filter: Parameters<typeof findCertificates>[2], from: Db = db) {
    const signUrl = await deps.urlSigner();
    const rows = await findCertificates(from, documentView(actor), filter);
    return rows.map((row) => certificateOf(row, signUrl, actor));
  }

  function announceAfter(tx: Db) {
    afterCommit(tx, () =>
      realtime.publish({ name: 'changed', data: { topic: 'certificates' } }, { everyone: true }),
    );
  }

  async function assertIntegration(view: DocumentView, integrationId: number | undefined) {
    assertSeesIntegration(view, integrationId);
    if (integrationId !== undefined && (await findIntegrationName(db, integrationId)) === undefined) {
      throw new NotFoundError(messageOf('refusals.integrationNotFound'));
    }
  }

  async function removeAll(tx: Tx, ids: readonly number[]) {
    await deps.removeFiles(tx, await deleteCertificates(tx, ids));
  }

  return {
    async list(actor, { gameId, integrationId }) {
      const view = documentView(actor);
      await assertIntegration(view, integrationId);
      if (gameId !== undefined && (await findGames(db, view, [gameId])).length === 0) {
        throw new NotFoundError(messageOf('refusals.gameNotFound'));
      }
      return read(actor, { gameId, integrationId });
    },

    async ofGame(actor, gameId) {
      return seesDocuments(actor) ? read(actor, { gameId }) : undefined;
    },

    async counts(actor, { integrationId }) {
      const view = documentView(actor);
      await assertIntegration(view, integrationId);
      return { rows: await countOfGames(db, view, integrationId ?? null) };
    },

    async create(actor, file, body) {
      const gameIds = [...new Set(body.gameId ?? [])];
      checkTarget(body.isGeneral, gameIds, body.integrationId);
      const view = documentView(actor);
      if ((await findGames(db, view, gameIds)).length < gameIds.length)
        throw new NotFoundError(messageOf('refusals.gameNotFound'));
      await assertIntegration(view, body.integrationId);
      const fileName = plainFileName(file.name);
      const content_type = await documentTypeOf(file.path, fileName);
      if (content_type === null) throw new UnsupportedMediaError(messageOf('refusals.wrongExtension'));
      const file_key = `certificates/${randomUUID()}`;
      await files.put(file_key, createReadStream(file.path));
      try {
        return await postgres.transaction(async (tx) => {
          const row = {
            name: body.name === undefined || body.name === '' ? fileName : body.name,
            file_name: fileName,
            file_key,
            content_type,
            bytes: file.bytes,
            is_general: body.isGeneral,
            integration_id: body.integrationId ?? null,
            updated_at: clock.now(),
            document_type: body.type ?? null,
            valid_until: body.validUntil ?? null,
            added_by: actor.username,
          };
          const id = await insertCertificate(tx, row, gameIds);
          const [created] = await read(actor, { ids: [id] }, tx);
          if (created === undefined) throw new Error('A document has vanished in its own transaction.');
          await recordDocument(tx, actor, 'add-file', created);
          announceAfter(tx);
          return created;
        });
      } catch (error) {
        await files.delete(file_key);
        throw error;
      }
    },

    update: (actor, id, { name, type, validUntil }) =>
      postgres.transaction(async (tx) => {
        const [before] = await read(actor, { ids: [id] }, tx);
        const change = { name, document_type: type, valid_until: validUntil };
        const isThere = before !== undefined && (await updateCertificate(tx, id, change));
        const [changed] = isThere ? await read(actor, { ids: [id] }, tx) : [];
        if (before === undefined || changed === undefined)
          throw new NotFoundError(messageOf('refusals.fileNotFound'));
        await recordDocument(tx, actor, 'update-file', changed, before);
        announceAfter(tx);
        return changed;
      }),

    remove: (actor, id) =>
      postgres.transaction(async (tx) => {
        const [document] = await read(actor, { ids: [id] }, tx);
        const keys = document === undefined ? [] : await deleteCertificates(tx, [id]);
        if (document === undefined || keys.length === 0)
          throw new NotFoundError(messageOf('refusals.fileNotFound'));
        await deps.removeFiles(tx, keys);
        await recordDocument(tx, actor, 'delete-file', document);
        announceAfter(tx);
      }),

    forgetGame: async (tx, gameId) => removeAll(tx, await findOnlyFor(tx, gameId)),

    removeOfIntegration: async (tx, integrationId) =>
      removeAll(tx, await findOfIntegration(tx, integrationId)),

    enter: (tx, entry) => importDocument(tx, files, entry),
  };
}

/** General files belong to an integration, all others to games. */
function checkTarget(
  isGeneral: boolean,
  gameIds: readonly number[],
  integrationId: number | undefined,
): void {
  const fields = {
    ...(isGeneral && integrationId === undefined && { integrationId: messageOf('fields.chooseIntegration') }),
    ...(isGeneral && gameIds.length > 0 && { gameId: messageOf('fields.generalFile') }),
    ...(!isGeneral && gameIds.length === 0 && { gameId: messageOf('fields.chooseGame') }),
  };
  if (Object.keys(fields).length > 0) throw new ValidationError(fields, Object.values(fields)[0]);
}

/** A newer release may have stored a type that this one does not know. */
function typeOf(stored: string | null): Certificate['type'] {
  return stored === null ? null : (documentType.safeParse(stored).data ?? 'other');
}

function certificateOf(row: CertificateRow, signUrl: SignFileUrl, actor: Actor): Certificate {
  return {
    id: row.id,
    name: row.name,
    url: signUrl({ id: row.id, name: urlFileName(row.file_name) }, actor.userId),
    fileName: row.file_name,
    bytes: Number(row.bytes),
    updatedAt: row.updated_at.toISOString(),
    type: typeOf(row.document_type),
    validUntil: row.valid_until,
    addedBy: seesWhoAdded(actor) ? row.added_by : null,
    isGeneral: row.is_general,
    games: row.games,
    integration:
      row.integration_id === null ? null : { id: row.integration_id, name: row.integration_name ?? '' },
  };
}
