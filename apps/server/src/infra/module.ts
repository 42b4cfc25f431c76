import type { FastifyPluginAsync } from 'fastify';
import type { ClickHouse } from './clickhouse/index.ts';
import type { Clock } from './clock/index.ts';
import type { Settings } from './config/settings.ts';
import type { Files } from './files/index.ts';
import type { BoundEndpoint } from './http/bind.ts';
import type { Log } from './log/index.ts';
import type { Mailer } from './mail/index.ts';
import type { Metrics } from './metrics/index.ts';
import type { Postgres } from './postgres/index.ts';
import type { JobDefinition, JobQueueClient } from './queue/index.ts';
import type { Realtime } from './realtime/index.ts';
import type { RetentionRule } from './retention/types.ts';

/**
 * A part of the hub. Each folder of `modules` exports one `createXxxModule(infra, ports)` from its `index.ts`, which
 * returns this and the module's services beside it; `app.modules.ts` puts the modules together. Creating a module does no work.
 */
export interface HubModule {
  readonly name: string;
  readonly endpoints?: readonly BoundEndpoint[];
  // biome-ignore lint/suspicious/noExplicitAny: a list of jobs of any payload
  readonly jobs?: readonly JobDefinition<any>[];
  /** Its rows that are deleted when they are old. */
  readonly retention?: readonly RetentionRule[];
  /** Raw routes outside `/api`, such as media files and the sign-in pages. */
  readonly plugin?: FastifyPluginAsync;
  /** Runs after the migrations and before the first request; in every role that serves or works. */
  start?(): Promise<void>;
  /** Runs after the last request and job. */
  stop?(): Promise<void>;
}

/** What modules are made from; each takes what it needs. */
export interface Infra {
  readonly settings: Settings;
  readonly log: Log;
  readonly clock: Clock;
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly files: Files;
  readonly jobs: JobQueueClient;
  readonly realtime: Realtime;
  readonly mailer: Mailer;
  readonly metrics: Metrics;
}
