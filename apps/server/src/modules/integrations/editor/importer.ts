import { type IntegrationVersion, type Service, services } from '@ludus/contract';
import type { Clock } from '../../../infra/clock/index.ts';
import { type Encryptor, Secret } from '../../../infra/crypto/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { type IntegrationConnections, tokenPurpose } from '../connections/connections.ts';
import { findIdByExternalIdentifier } from '../integrations.repo.ts';
import { type TokenKind, tokenKinds } from '../integrations.tables.ts';
import { insertIntegration, updateUrls, upsertToken } from './editor.repo.ts';

/** An integration to import: where its services are, and the tokens to call them with. */
export interface ImportedIntegration {
  /** Names the platform for good. */
  externalIdentifier: string;
  name: string;
  version: IntegrationVersion;
  urls: Record<Service, string>;
  /** Tokens that are left out stay as they are. */
  tokens: Partial<Record<TokenKind, string>>;
}

export interface IntegrationImporter {
  /** Null when no integration has that identifier. */
  find(externalIdentifier: string): Promise<number | null>;
  /**
   * Creates the integration, and returns its id. Where it exists, its addresses and tokens are brought up to date; its
   * name and version stay as people have them, and what is the same is not written again.
   * @throws Error when another integration has the name, whatever its case
   */
  upsert(entry: ImportedIntegration): Promise<number>;
}

export function createIntegrationImporter(
  { postgres, clock }: { postgres: Postgres; clock: Clock },
  connections: IntegrationConnections,
  openEncryptor: () => Promise<Encryptor>,
): IntegrationImporter {
  /** Tokens are compared decrypted: encrypting the same one again gives another text each time. */
  async function changedTokens(id: number, entry: ImportedIntegration): Promise<TokenKind[]> {
    const now = await connections.find(id);
    const known: Record<TokenKind, Secret | null> = {
      gaming: now.services.gaming.token,
      data: now.services.data.token,
      play: now.services.play.token,
      launch: now.services.launch.token,
      bookkeeping: now.bookkeepingToken,
      operator: now.operatorToken,
      maintenance: now.maintenanceToken,
      system: now.systemToken,
    };
    return tokenKinds.filter(
      (kind) => entry.tokens[kind] !== undefined && entry.tokens[kind] !== known[kind]?.reveal(),
    );
  }

  return {
    find: (externalIdentifier) => findIdByExternalIdentifier(postgres.db, externalIdentifier),
    async upsert(entry) {
      const encryptor = await openEncryptor();
      const now = clock.now();
      const [gaming_service_url, data_service_url, play_service_url, launch_service_url] = services.map(
        (service) => entry.urls[service],
      ) as [string, string, string, string];
      const urls = { gaming_service_url, data_service_url, play_service_url, launch_service_url };
      const known = await findIdByExternalIdentifier(postgres.db, entry.externalIdentifier);
      const kinds = known === null ? tokenKinds : await changedTokens(known, entry);
      return postgres.transaction(async (tx) => {
        const id =
          known ??
          (await insertIntegration(tx, {
            ...urls,
            name: entry.name.trim(),
            version: entry.version,
            external_identifier: entry.externalIdentifier,
            provider_id: null,
          }));
        if (known !== null) await updateUrls(tx, known, urls, now);
        for (const kind of kinds) {
          const token = entry.tokens[kind];
          if (token === undefined) continue;
          await upsertToken(tx, id, kind, encryptor.encrypt(new Secret(token), tokenPurpose(id, kind)), now);
        }
        return id;
      });
    },
  };
}
