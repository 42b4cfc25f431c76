import {
  type BodyOf,
  defaultJurisdictions,
  type getCertificateCoverage,
  type listCertificateActions,
  type listLapsedCertificates,
  messageOf,
  neededJurisdictions,
  type QueryOf,
  type ResponseOf,
  type searchCertificates,
  type setIntegrationJurisdictions,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import { type Clock, romeDay } from '../../infra/clock/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';
import type { SignedFiles } from '../../infra/http/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import {
  type ActionsFilter,
  type ActionsPage,
  type CoverageListing,
  type CoveragePage,
  findActions,
  findCoverage,
  findLapsed,
  findNeeded,
  upsertNeeded,
} from './certificates.coverage.repo.ts';
import { findListed } from './certificates.list.repo.ts';
import { certificateOf } from './certificates.mapper.ts';
import { assertSeesIntegration, documentView } from './certificates.policy.ts';

type Needed = ResponseOf<typeof setIntegrationJurisdictions>;

/** What expires, and for which jurisdictions games are certified. Days are those of Rome. */
export interface CoverageService {
  /** @throws NotFoundError for an integration that the actor does not see */
  search(
    actor: Actor,
    query: QueryOf<typeof searchCertificates>,
  ): Promise<ResponseOf<typeof searchCertificates>>;
  /** @throws the same */
  coverage(
    actor: Actor,
    query: QueryOf<typeof getCertificateCoverage>,
  ): Promise<ResponseOf<typeof getCertificateCoverage>>;
  /** The whole matrix of a filter, for a file. @throws the same */
  wholeCoverage(actor: Actor, filter: CoverageListing): Promise<CoveragePage>;
  /** @throws the same */
  actions(
    actor: Actor,
    query: QueryOf<typeof listCertificateActions>,
  ): Promise<ResponseOf<typeof listCertificateActions>>;
  /** All that needs action, for a file. @throws the same */
  allActions(actor: Actor, filter: ActionsFilter): Promise<ActionsPage>;
  /** @throws the same */
  lapsed(
    actor: Actor,
    query: QueryOf<typeof listLapsedCertificates>,
  ): Promise<ResponseOf<typeof listLapsedCertificates>>;
  /** @throws the same */
  needed(actor: Actor, integrationId: number): Promise<Needed>;
  /** @throws the same */
  setNeeded(
    actor: Actor,
    integrationId: number,
    body: BodyOf<typeof setIntegrationJurisdictions>,
  ): Promise<Needed>;
  /** Sets what an integration needs without logging it. */
  enterNeeded(tx: Tx, integrationId: number, jurisdictions: Needed['jurisdictions']): Promise<void>;
}

export interface CoverageDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Realtime;
  urlSigner: SignedFiles['urlSigner'];
}

const rowsPerPage = 50;

export function createCoverageService(deps: CoverageDeps): CoverageService {
  const { postgres, clock, realtime } = deps;
  const { db } = postgres;
  const today = () => romeDay(clock.now());

  /** Those of a deleted one are not found either. */
  async function findSeen(actor: Actor, integrationId: number, from: Db = db) {
    assertSeesIntegration(documentView(actor), integrationId);
    const found = await findNeeded(from, integrationId);
    if (found === undefined) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
    return found;
  }

  async function viewOf(actor: Actor, integrationId: number | undefined) {
    if (integrationId !== undefined) await findSeen(actor, integrationId);
    return documentView(actor);
  }

  const neededOf = (stored: readonly string[] | null): Needed => ({
    jurisdictions: neededJurisdictions.filter((code) =>
      (stored ?? defaultJurisdictions).some((one) => one === code),
    ),
    isDefault: stored === null,
  });

  const wholeCoverage: CoverageService['wholeCoverage'] = async (actor, filter) =>
    findCoverage(db, await viewOf(actor, filter.integrationId), filter, { today: today() });

  return {
    wholeCoverage,

    async search(actor, { page = 1, limit = rowsPerPage, ...filter }) {
      const view = await viewOf(actor, filter.integrationId);
      const [signUrl, found] = await Promise.all([
        deps.urlSigner(),
        findListed(db, view, filter, { today: today(), limit, offset: (page - 1) * limit }),
      ]);
      const rows = found.rows.map((row) => ({
        ...certificateOf(row, signUrl, actor),
        gameCount: row.game_count,
      }));
      return { ...found, rows };
    },

    async coverage(actor, { page = 1, limit = rowsPerPage, gaps, ...filter }) {
      const view = await viewOf(actor, filter.integrationId);
      const part = { today: today(), limit, offset: (page - 1) * limit };
      return findCoverage(db, view, { ...filter, gaps: gaps ?? false }, part);
    },

    async actions(actor, { page = 1, limit = rowsPerPage, ...filter }) {
      const view = await viewOf(actor, filter.integrationId);
      return findActions(db, view, filter, { today: today(), limit, offset: (page - 1) * limit });
    },

    allActions: async (actor, filter) =>
      findActions(db, await viewOf(actor, filter.integrationId), filter, { today: today() }),

    async lapsed(actor, filter) {
      return { rows: await findLapsed(db, await viewOf(actor, filter.integrationId), filter, today()) };
    },

    async needed(actor, integrationId) {
      return neededOf((await findSeen(actor, integrationId)).jurisdictions);
    },

    setNeeded: (actor, integrationId, body) =>
      postgres.transaction(async (tx) => {
        const { name, jurisdictions: stored } = await findSeen(actor, integrationId, tx);
        const jurisdictions = neededJurisdictions.filter((code) => body.jurisdictions.includes(code));
        const changes = changesBetween({ jurisdictions: neededOf(stored).jurisdictions }, { jurisdictions });
        await upsertNeeded(tx, integrationId, jurisdictions);
        if (Object.keys(changes).length > 0) {
          await recordAudit(tx, {
            actor,
            type: 'integrations',
            action: 'set-jurisdictions',
            objectId: integrationId,
            description: messageOf('logs.jurisdictionsSet', { name }),
            object: { name },
            changes,
          });
          afterCommit(tx, () =>
            realtime.publish({ name: 'changed', data: { topic: 'certificates' } }, { everyone: true }),
          );
        }
        return neededOf(jurisdictions);
      }),

    enterNeeded: (tx, integrationId, jurisdictions) => upsertNeeded(tx, integrationId, jurisdictions),
  };
}
