import { type IntegrationVersion, messageOf } from '@ludus/contract';
import { type Encryptor, type Renewed, renewRows, type Secret } from '../../../infra/crypto/index.ts';
import { NotFoundError } from '../../../infra/errors/index.ts';
import type { OperatorConnection } from '../../../infra/operator-api/index.ts';
import type { Db, Postgres } from '../../../infra/postgres/index.ts';
import { groupByIntegration } from '../integrations.mapper.ts';
import {
  findAllTokens,
  findIntegrations,
  findTokens,
  type IntegrationRow,
  renewToken,
} from '../integrations.repo.ts';
import type { TokenKind } from '../integrations.tables.ts';

/** How the hub reaches the services of an integration. For jobs and calls only; it never leaves the server. */
export interface IntegrationConnection extends OperatorConnection {
  readonly id: number;
  readonly name: string;
  readonly version: IntegrationVersion;
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
  openEncryptor: () => Promise<Encryptor>,
): IntegrationConnections {
  async function connect(rows: readonly IntegrationRow[]): Promise<IntegrationConnection[]> {
    const [encryptor, tokens] = await Promise.all([
      openEncryptor(),
      findTokens(
        db,
        rows.map(({ id }) => id),
      ),
    ]);
    const ciphertextsOf = groupByIntegration(tokens, ({ kind, ciphertext }) => [kind, ciphertext] as const);
    return rows.map((row) => connectionOf(row, new Map(ciphertextsOf.get(row.id)), encryptor));
  }
  return {
    async find(integrationId) {
      const rows = await findIntegrations(db, { ids: [integrationId], active: null });
      const [connection] = await connect(rows);
      if (connection === undefined) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
      return connection;
    },
    async listActive() {
      return connect(await findIntegrations(db, { ids: null, active: true }));
    },
  };
}

/** What a token is encrypted for: moved to another integration or another use, it cannot be decrypted. */
export function tokenPurpose(integrationId: number, kind: TokenKind): string {
  return `integration ${integrationId} ${kind}`;
}

/** Encrypts the tokens of all integrations with the present encryption key. */
export async function renewTokens(db: Db, encryptor: Encryptor): Promise<Renewed> {
  const rows = (await findAllTokens(db)).map((row) => ({
    ciphertext: row.ciphertext,
    purpose: tokenPurpose(row.integration_id, row.kind),
    save: (fresh: string) => renewToken(db, row, fresh),
  }));
  return renewRows(rows, encryptor);
}

/** Null for one that was encrypted with another key: it counts as absent, and one such token must not stop the others. */
export function decryptToken(encryptor: Encryptor, ciphertext: string, purpose: string): Secret | null {
  try {
    return encryptor.decrypt(ciphertext, purpose);
  } catch {
    return null;
  }
}

function connectionOf(
  row: IntegrationRow,
  ciphertexts: ReadonlyMap<TokenKind, string>,
  encryptor: Encryptor,
): IntegrationConnection {
  const token = (kind: TokenKind): Secret | null => {
    const text = ciphertexts.get(kind);
    return text === undefined ? null : decryptToken(encryptor, text, tokenPurpose(row.id, kind));
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
