import {
  type BodyOf,
  type Certificate,
  type countCertificates,
  type createCertificate,
  type DocumentChange,
  type DocumentSuccession,
  endsAfterItBegins,
  type getCertificate,
  type listCertificates,
  messageOf,
  type QueryOf,
  type ResponseOf,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { FileRemoval, Files } from '../../infra/files/index.ts';
import type { SignedFiles, UploadedFile } from '../../infra/http/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { Notify } from '../notifications/index.ts';
import { deleteNeeded, findConcerned } from './certificates.coverage.repo.ts';
import { type ImportedDocument, importDocument } from './certificates.import.ts';
import { recordDocument } from './certificates.log.ts';
import { certificateOf } from './certificates.mapper.ts';
import { notifyOfCertificate } from './certificates.notify.ts';
import {
  assertSeesIntegration,
  type DocumentView,
  documentView,
  seesDocuments,
} from './certificates.policy.ts';
import {
  countOfGames,
  deleteCertificates,
  findCertificates,
  findGameIds,
  findGames,
  findIntegrationName,
  findOfIntegration,
  findOnlyFor,
  findReplaced,
  insertCertificate,
  setSuccessor,
  updateCertificate,
} from './certificates.repo.ts';
import { assertStillUnique, assertUnique } from './certificates.unique.ts';
import { storeUpload } from './certificates.upload.ts';

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
  /** One document with all of its games. @throws NotFoundError for one that the actor does not see */
  get(actor: Actor, id: number): Promise<ResponseOf<typeof getCertificate>>;
  /** @throws NotFoundError, ValidationError, UnsupportedMediaError; nothing stays then */
  create(actor: Actor, file: UploadedFile, body: BodyOf<typeof createCertificate>): Promise<Certificate>;
  /** Changes what is said of a document. @throws NotFoundError, ValidationError */
  update(actor: Actor, id: number, change: DocumentChange): Promise<Certificate>;
  /**
   * Stores the successor of a document and returns it; the former stays.
   * @throws NotFoundError, UnsupportedMediaError; ConflictError when it has a successor already; ValidationError without a word
   * on the end where the former has one
   */
  replace(
    actor: Actor,
    id: number,
    { file, succession }: { file: UploadedFile; succession: DocumentSuccession },
  ): Promise<Certificate>;
  /** @throws NotFoundError */
  remove(actor: Actor, id: number): Promise<void>;
  /** Removes what is there for this game only, before the game goes. */
  forgetGame(tx: Tx, gameId: number): Promise<void>;
  /** Removes all documents of an integration, before it goes; those for every integration stay. */
  removeOfIntegration(tx: Tx, integrationId: number): Promise<void>;
  /** Enters a document that already exists elsewhere, without logging it. Returns its id. */
  enter(tx: Tx, entry: ImportedDocument): Promise<number>;
}

export interface CertificatesDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  files: Files;
  clock: Clock;
  realtime: Realtime;
  urlSigner: SignedFiles['urlSigner'];
  removeFiles: FileRemoval['remove'];
  notify: Notify;
}

export function createCertificatesService(deps: CertificatesDeps): CertificatesService {
  const { postgres, files, clock, realtime } = deps;
  const { db } = postgres;

  async function read(actor: Actor, filter: Parameters<typeof findCertificates>[2], from: Db = db) {
    const signUrl = await deps.urlSigner();
    const rows = await findCertificates(from, documentView(actor), filter);
    return rows.map((row) => certificateOf(row, signUrl, actor));
  }

  async function readOne(actor: Actor, id: number, from: Db = db): Promise<Certificate> {
    const [document] = await read(actor, { ids: [id] }, from);
    if (document === undefined) throw new NotFoundError(messageOf('refusals.fileNotFound'));
    return document;
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

    async get(actor, id) {
      const [document, replaces] = await Promise.all([readOne(actor, id), findReplaced(db, id)]);
      return { ...document, replaces: replaces ?? null };
    },

    async create(actor, file, body) {
      const gameIds = [...new Set(body.gameId ?? [])];
      checkTarget(body.isGeneral, gameIds, body.integrationId);
      const view = documentView(actor);
      if ((await findGames(db, view, gameIds)).length < gameIds.length)
        throw new NotFoundError(messageOf('refusals.gameNotFound'));
      await assertIntegration(view, body.integrationId);
      return storeUpload(files, file, (stored) =>
        postgres.transaction(async (tx) => {
          const row = {
            ...stored,
            name: body.name === undefined || body.name === '' ? stored.file_name : body.name,
            is_general: body.isGeneral,
            integration_id: body.integrationId ?? null,
            updated_at: clock.now(),
            document_type: body.type ?? null,
            valid_from: body.validFrom ?? null,
            valid_until: body.validUntil ?? null,
            jurisdiction: body.jurisdiction ?? null,
            language: body.language ?? null,
            version: body.version || null,
            added_by: actor.username,
          };
          await assertUnique(tx, row, gameIds);
          const created = await readOne(actor, await insertCertificate(tx, row, gameIds), tx);
          await recordDocument(tx, actor, 'add-file', created);
          await notifyOfCertificate(tx, deps.notify, created);
          announceAfter(tx);
          return created;
        }),
      );
    },

    update: (actor, id, { name, type, validUntil, validFrom, jurisdiction, language, version }) =>
      postgres.transaction(async (tx) => {
        const before = await readOne(actor, id, tx);
        const begins = validFrom === undefined ? before.validFrom : validFrom;
        if (!endsAfterItBegins({ validFrom: begins, validUntil })) {
          const message = messageOf('fields.validityOrder');
          throw new ValidationError({ validUntil: message }, message);
        }
        const concerned = await findConcerned(tx, id);
        await updateCertificate(tx, id, {
          name,
          document_type: type,
          valid_until: validUntil,
          ...(validFrom !== undefined && { valid_from: validFrom }),
          ...(jurisdiction !== undefined && { jurisdiction }),
          ...(language !== undefined && { language }),
          ...(version !== undefined && { version: version || null }),
        });
        const changed = await readOne(actor, id, tx);
        await assertStillUnique(tx, changed, before);
        await recordDocument(tx, actor, 'update-file', changed, before);
        // Its jurisdiction may be filled in later: for these integrations it is a new one.
        const informed = concerned.map(({ integration_id }) => integration_id);
        await notifyOfCertificate(tx, deps.notify, changed, { informed });
        announceAfter(tx);
        return changed;
      }),

    async replace(actor, id, { file, succession }) {
      const former = await readOne(actor, id);
      checkEnd(former, succession);
      return storeUpload(files, file, (stored) =>
        postgres.transaction(async (tx) => {
          const row = {
            ...stored,
            name: succession.name || former.name,
            is_general: former.isGeneral,
            integration_id: former.integration?.id ?? null,
            updated_at: clock.now(),
            document_type: former.type,
            valid_from: succession.validFrom ?? null,
            valid_until: succession.validUntil ?? null,
            jurisdiction: former.jurisdiction,
            language: former.language,
            version: succession.version || null,
            added_by: actor.username,
          };
          const gameIds = await findGameIds(tx, id);
          await assertUnique(tx, row, gameIds, id);
          const successor = await insertCertificate(tx, row, gameIds);
          if (!(await setSuccessor(tx, id, successor)))
            throw new ConflictError(messageOf('refusals.documentReplaced'));
          const created = await readOne(actor, successor, tx);
          await recordDocument(tx, actor, 'add-file', created);
          await recordDocument(tx, actor, 'replace-file', await readOne(actor, id, tx), former);
          await notifyOfCertificate(tx, deps.notify, created, { former });
          announceAfter(tx);
          return created;
        }),
      );
    },

    remove: (actor, id) =>
      postgres.transaction(async (tx) => {
        const document = await readOne(actor, id, tx);
        const former = await findReplaced(tx, id);
        const keys = await deleteCertificates(tx, [id]);
        if (keys.length === 0) throw new NotFoundError(messageOf('refusals.fileNotFound'));
        // One from the middle of a chain leaves no gap in it: the former would count as valid again.
        if (former !== undefined && document.replacedBy !== null)
          await setSuccessor(tx, former.id, document.replacedBy.id);
        await deps.removeFiles(tx, keys);
        await recordDocument(tx, actor, 'delete-file', document);
        announceAfter(tx);
      }),

    forgetGame: async (tx, gameId) => removeAll(tx, await findOnlyFor(tx, gameId)),

    async removeOfIntegration(tx, integrationId) {
      await removeAll(tx, await findOfIntegration(tx, integrationId));
      await deleteNeeded(tx, integrationId);
    },

    enter: (tx, entry) => importDocument(tx, files, entry),
  };
}

/** An end does not go away unless someone says so: the document would leave the list of those that expire. */
function checkEnd(former: Certificate, { validUntil, hasNoEnd }: DocumentSuccession): void {
  if (former.validUntil === null || validUntil !== undefined || hasNoEnd === true) return;
  const message = messageOf('fields.endOrNone');
  throw new ValidationError({ validUntil: message }, message);
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
