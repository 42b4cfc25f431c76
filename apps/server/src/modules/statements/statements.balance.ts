import {
  type getBalance,
  type listBalances,
  type listStatements,
  noAgeing,
  type PaymentState,
  type ResponseOf,
  type StatementState,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { StatementChanges } from './statements.changes.ts';
import { findBalances, findLedger } from './statements.ledger.repo.ts';
import { toBalance, toEntry, toSummary } from './statements.mapper.ts';
import { findStatements } from './statements.repo.ts';

export interface BalanceDeps {
  postgres: Pick<Postgres, 'db'>;
  referenceData: Pick<ReferenceData, 'read'>;
  changes: Pick<StatementChanges, 'today' | 'requireIntegration'>;
}

interface Page {
  page?: number | undefined;
  limit?: number | undefined;
}

export interface StatementLists {
  list(
    actor: Actor,
    query: Page & {
      integrationId?: number | undefined;
      states?: readonly StatementState[] | undefined;
      payments?: readonly PaymentState[] | undefined;
    },
  ): Promise<ResponseOf<typeof listStatements>>;
  balances(actor: Actor): Promise<ResponseOf<typeof listBalances>>;
  /** @throws NotFoundError for an integration that the actor does not see */
  balance(actor: Actor, integrationId: number, page: Page): Promise<ResponseOf<typeof getBalance>>;
}

const [defaultRows, defaultEntries] = [50, 100];

export function createStatementLists({ postgres, referenceData, changes }: BalanceDeps): StatementLists {
  const { db } = postgres;
  return {
    async list(actor, { page = 1, limit = defaultRows, ...filter }) {
      const scope = integrationScope(actor);
      const [{ rows, count }, names] = await Promise.all([
        findStatements(db, changes.today(), { scope, ...filter }, { page, limit }),
        referenceData.read(),
      ]);
      return { rows: rows.map((row) => toSummary(row, names, changes.today())), count };
    },

    async balances(actor) {
      const [rows, names] = await Promise.all([
        findBalances(db, integrationScope(actor)),
        referenceData.read(),
      ]);
      const balances = rows.map((row) => toBalance(row, names, changes.today()));
      return { rows: balances.toSorted((a, b) => a.integration.name.localeCompare(b.integration.name)) };
    },

    async balance(actor, integrationId, { page = 1, limit = defaultEntries }) {
      const integration = await changes.requireIntegration(actor, integrationId);
      const [{ rows, count }, [own]] = await Promise.all([
        findLedger(db, integrationId, { page, limit }),
        findBalances(db, { kind: 'one', id: integrationId }),
      ]);
      const none = { integration, balance: 0, overdue: 0, ageing: noAgeing, open: 0, disputed: 0 };
      const balance = own === undefined ? none : toBalance(own, await referenceData.read(), changes.today());
      return { rows: rows.map(toEntry), count, balance };
    },
  };
}
