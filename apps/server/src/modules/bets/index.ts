/** Allowed bets of games at operators: they live at the platforms, the hub changes them and says so in the log. */
import { getBets, saveBets } from '@ludus/contract';
import { z } from 'zod';
import { bind } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import type { Outgoing } from '../../platform/outgoing/index.ts';
import { defineJob } from '../../platform/queue/index.ts';
import type { IntegrationConnections, ReferenceDirectory } from '../integrations/index.ts';
import { createGamingService } from './bets.platform.ts';
import { type BetsService, createBetsService } from './bets.service.ts';
import './bets.tables.ts';

export type BetsModule = HubModule & { service: BetsService };

export interface BetsPorts {
  outgoing: Pick<Outgoing, 'send'>;
  connections: Pick<IntegrationConnections, 'find'>;
  directory: Pick<ReferenceDirectory, 'read'>;
}

export function createBetsModule(
  platform: Pick<Platform, 'postgres' | 'clock' | 'log' | 'jobs'>,
  { outgoing, connections, directory }: BetsPorts,
): BetsModule {
  const { postgres, clock, log, jobs } = platform;
  const gaming = createGamingService(outgoing, connections);
  const service = createBetsService({ postgres, clock, log, directory, gaming });
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
      bind(saveBets, ({ actor, params, body }) => service.save(actor, params, body)),
    ],
    jobs: [settle],
    service,
    async start() {
      await jobs.schedule(settle, '* * * * *', { tz: 'Europe/Rome', key: 'minute', payload: {} });
    },
  };
}
