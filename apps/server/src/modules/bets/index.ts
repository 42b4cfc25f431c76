/** Allowed bets of games at operators: they live at the platforms, the hub changes them and says so in the log. */
import {
  applyBetImport,
  betImportDays,
  checkBetSheet,
  exportBetsForEditing,
  getBetImport,
  getBets,
  listBetImports,
  saveBets,
  undoBetImport,
} from '@ludus/contract';
import { z } from 'zod';
import { bind, bindUpload } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { OperatorApi } from '../../infra/operator-api/index.ts';
import { defineJob } from '../../infra/queue/index.ts';
import { retentionRule } from '../../infra/retention/index.ts';
import { type Approvals, holdNothing } from '../approvals/index.ts';
import type { IntegrationConnections, ReferenceData } from '../integrations/index.ts';
import { createGamingService } from './bets.gaming-service.ts';
import { type BetsService, createBetsService } from './bets.service.ts';
import './bets.tables.ts';
import { defineBetImportJob } from './imports/bet-import.job.ts';
import { createBetImports } from './imports/bet-imports.service.ts';

export type BetsModule = HubModule & { service: BetsService };

export interface BetsPorts {
  operatorApi: Pick<OperatorApi, 'readBets' | 'changeBets'>;
  connections: Pick<IntegrationConnections, 'find'>;
  referenceData: Pick<ReferenceData, 'read'>;
  /** Without it every change is made at once. */
  approvals?: Approvals;
}

export function createBetsModule(
  infra: Pick<Infra, 'postgres' | 'clock' | 'log' | 'jobs' | 'realtime'>,
  { operatorApi, connections, referenceData, approvals = holdNothing }: BetsPorts,
): BetsModule {
  const { postgres, clock, log, jobs, realtime } = infra;
  const gaming = createGamingService(operatorApi, connections);
  const service = createBetsService({ postgres, clock, log, referenceData, gaming });
  const hold = approvals.hold(service.guarded);
  const settle = defineJob({
    name: 'settle-bet-changes',
    queue: 'system',
    payload: z.strictObject({}),
    run: () => service.settleLost(),
  });
  const importJob = defineBetImportJob({ postgres, realtime, bets: service });
  const imports = createBetImports({
    postgres,
    clock,
    jobs,
    realtime,
    referenceData,
    gaming,
    bets: service,
    job: importJob,
  });
  const holdApply = approvals.hold(imports.guarded.apply);
  const holdUndo = approvals.hold(imports.guarded.undo);
  return {
    name: 'bets',
    endpoints: [
      bind(getBets, ({ params }) => service.read(params)),
      bind(
        saveBets,
        async ({ actor, params, body }) =>
          (await hold(actor, { params, body })) ?? service.save(actor, params, body),
      ),
      bind(exportBetsForEditing, ({ query }) => imports.workbook(query)),
      bindUpload(checkBetSheet, ({ actor, file }) => imports.check(actor, file)),
      // Before the call of one import, whose address this resembles.
      bind(listBetImports, () => imports.applied()),
      bind(getBetImport, ({ params }) => imports.get(params.id)),
      bind(
        applyBetImport,
        async ({ actor, params }) => (await holdApply(actor, params)) ?? imports.apply(actor, params.id),
      ),
      bind(
        undoBetImport,
        async ({ actor, params }) => (await holdUndo(actor, params)) ?? imports.undo(actor, params.id),
      ),
    ],
    jobs: [settle, importJob],
    retention: [retentionRule({ table: 'bet_imports', column: 'checked_at', days: 2 * betImportDays })],
    service,
    async start() {
      await jobs.schedule(settle, '* * * * *', { tz: 'Europe/Rome', key: 'minute', payload: {} });
    },
  };
}
