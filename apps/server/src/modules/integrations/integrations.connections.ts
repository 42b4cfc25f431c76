import type { IntegrationVersion, Service } from '@ludus/contract';
import type { Secret, Vault } from '../../platform/crypto/index.ts';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { groupByIntegration } from './integrations.mapper.ts';
import { findIntegrations, findTokens, type IntegrationRow } from './integrations.repo.ts';
import type { TokenKind } from './integrations.tables.ts';

export interface ServiceConnection {
  readonly url: string;
  /** Null where none is set. `Secret` shows itself in no log and no JSON; `reveal()` gives the value for a header. */
  readonly token: Secret | null;
}

/** How the hub reaches the services of an integration. For jobs and calls alone; it never leaves the server. */
export interface IntegrationConnection {
  readonly id: number;
  readonly name: string;
  readonly version: IntegrationVersion;
  readonly services: Readonly<Record<Service, ServiceConnection>>;
  readonly bookkeepingToken: Secret | null;
  readonly operatorToken: Secret | null;
  readonly maintenanceToken: Secret | null;
  readonly systemToken: Secret | null;
}

export interface IntegrationConnections {
  /** @throws NotFoundError when there is no such integration */
  find(integrationId: number): Promise<IntegrationConnection>;
  /** Active integrations, by name. */
  listActive(): Promise<IntegrationConnection[]>;
}

export function createIntegrationConnections(
  { db }: Pick<Postgres, 'db'>,
  openVault: () => Promise<Vault>,
): IntegrationConnections {
  async function connect(rows: readonly IntegrationRow[]): Promise<IntegrationConnection[]> {
    const [vault, tokens] = await Promise.all([
      openVault(),
      findTokens(
        db,
        rows.map(({ id }) => id),
      ),
    ]);
    const sealedOf = groupByIntegration(tokens, ({ kind, sealed }) => [kind, sealed] as const);
    return rows.map((row) => connectionOf(row, new Map(sealedOf.get(row.id)), vault));
  }
  return {
    async find(integrationId) {
      const rows = await findIntegrations(db, { ids: [integrationId], active: null });
      const [connection] = await connect(rows);
      if (connection === undefined) throw new NotFoundError('Integration not found');
      return connection;
    },
    async listActive() {
      return connect(await findIntegrations(db, { ids: null, active: true }));
    },
  };
}

/** What a token is sealed for: moved to another integration or another use, it cannot be opened. */
export function tokenPurpose(integrationId: number, kind: TokenKind): string {
  return `integration ${integrationId} ${kind}`;
}

/** Null for one that was sealed with another key: it is as good as absent, and one such token must not stop the others. */
export function openToken(vault: Vault, sealed: string, purpose: string): Secret | null {
  try {
    return vault.open(sealed, purpose);
  } catch {
    return null;
  }
}

function connectionOf(
  row: IntegrationRow,
  sealed: ReadonlyMap<TokenKind, string>,
  vault: Vault,
): IntegrationConnection {
  const token = (kind: TokenKind): Secret | null => {
    const text = sealed.get(kind);
    return text === undefined ? null : openToken(vault, text, tokenPurpose(row.id, kind));
  };
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    services: {
      gaming: { url: row.gaming_service_url, token: token('gaming') },
      data: { url: row.data_service_url, token: token('data') },
      play: { url: row.play_service_url, token: token('play') },
      launch: { url: row.launch_service_url, token: token('launch') },
    },
    bookkeepingToken: token('bookkeeping'),
    operatorToken: token('operator'),
    maintenanceToken: token('maintenance'),
    systemToken: token('system'),
  };
}
