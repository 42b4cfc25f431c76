import {
  bearer,
  type PlatformGame,
  type PlatformOperator,
  type PlatformUser,
  platformGamesSchema,
  platformOperatorsSchema,
  platformUrls,
  platformUsersSchema,
} from '@ludus/contract/operator-api';
import type { z } from 'zod';
import type { Secret } from '../../platform/crypto/index.ts';
import { UpstreamError } from '../../platform/errors/index.ts';
import { type Outgoing, OutgoingError } from '../../platform/outgoing/index.ts';
import type { IntegrationConnection } from './integrations.connections.ts';

/** What an integration's play service says about itself. */
export interface PlayService {
  /** @throws UpstreamError when the service does not answer as the operator API says */
  operators(connection: IntegrationConnection): Promise<PlatformOperator[]>;
  games(connection: IntegrationConnection): Promise<PlatformGame[]>;
  users(connection: IntegrationConnection): Promise<PlatformUser[]>;
}

const limits = { timeoutMs: 15_000, maxBytes: 4_000_000 };

export function createPlayService(outgoing: Outgoing): PlayService {
  async function ask<Schema extends z.ZodType>(
    connection: IntegrationConnection,
    url: string,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const token: Secret | null = connection.operatorToken ?? connection.services.play.token;
    try {
      const response = await outgoing.send(url, {
        ...limits,
        ...(token === null ? {} : { headers: bearer(token.reveal()) }),
      });
      if (response.status === 200) return await response.json(schema);
      response.discard();
      throw new UpstreamError(`The play service of ${connection.name} answered ${response.status}.`);
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      throw new UpstreamError(`The play service of ${connection.name} did not answer: ${error.message}`, {
        cause: error,
      });
    }
  }
  return {
    async operators(connection) {
      const url = platformUrls.operators(connection.services.play.url);
      return (await ask(connection, url, platformOperatorsSchema)).operators;
    },
    async games(connection) {
      const url = platformUrls.games(connection.services.play.url);
      return (await ask(connection, url, platformGamesSchema)).games;
    },
    async users(connection) {
      const url = platformUrls.users(connection.services.play.url);
      return (await ask(connection, url, platformUsersSchema)).users;
    },
  };
}
