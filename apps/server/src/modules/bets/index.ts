/** Allowed bets of games at operators: they live at the platforms, the hub changes them and says so in the log. */
import { getBets, saveBets } from '@ludus/contract';
import { z } from 'zod';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { OperatorApi } from '../../infra/operator-api/index.ts';
import { defineJob } from '../../infra/queue/index.ts';
import { type Approvals, holdNothing } from '../approvals/index.ts';
import type { IntegrationConnections, ReferenceData } from '../integrations/index.ts';
import { createGamingService } from './bets.gaming-service.ts';
import { type BetsService, createBetsService } from './bets.service.ts';
import './bets.tables.ts';

export type BetsModule = HubModule & { service: BetsService };

export interface BetsPorts {
  operatorApi: Pick<OperatorApi, 'readBets' | 'changeBets'>;
  connections: Pick<IntegrationConnections, 'find'>;
  referenceData: Pick<ReferenceData, 'read'>;
  /** Without it every change is made at once. */
  approvals?: Approvals;
}

export function createBetsModule(
  infra: Pick<Infra, 'postgres' | 'clock' | 'log' | 'jobs'>,
  { operatorApi, connections, referenceData, approvals = holdNothing }: BetsPorts,
): BetsModule {
  const { postgres, clock, log, jobs } = infra;
  const gaming = createGamingService(operatorApi, connections);
  const service = createBetsService({ postgres, clock, log, referenceData, gaming });
  const hold = approvals.hold(service.guarded);
  const settle = defineJob({
    name: 'settle-bet-changes',
    queue: 'system',
    payload: z.strictObject({}),
    run: () => service.settleLost(),
  });
  return {
    name: 'bets',
    endpoints: [
      bind(getBets, ({ params }) => service.read(params)),
      bind(
        saveBets,
        async ({ actor, params, body }) =>
          (await hold(actor, { params, body })) ?? service.save(actor, params, body),
      ),
    ],
    jobs: [settle],
    service,
    async start() {
      await jobs.schedule(settle, '* * * * *', { tz: 'Europe/Rome', key: 'minute', payload: {} });
    },
  };
}
