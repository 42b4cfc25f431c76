/** The RTP monitor: what games pay back, game by game and integration by integration, against what their maths sheets promise. */
import { gameLabel, getRtpMonitor, getRtpOfGame, type RtpVerdict } from '@ludus/contract';
import { systemActor } from '../../infra/access/index.ts';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { findGameMaths } from '../games/index.ts';
import {
  createRtpMonitorService,
  type RtpMonitorDeps,
  type RtpMonitorService,
} from './rtp-monitor.service.ts';

export type { RtpMonitorService } from './rtp-monitor.service.ts';

export function createRtpMonitorModule(
  { clock, postgres }: Pick<Infra, 'clock' | 'postgres'>,
  ports: Pick<RtpMonitorDeps, 'sessionStore' | 'referenceData' | 'freshness'>,
): HubModule & { service: RtpMonitorService } {
  const service = createRtpMonitorService({ ...ports, clock, gameMaths: () => findGameMaths(postgres.db) });
  return {
    name: 'rtp-monitor',
    service,
    endpoints: [
      bind(getRtpMonitor, ({ actor, query }) => service.list(actor, query)),
      bind(getRtpOfGame, ({ actor, params, query }) => service.game(actor, params.gameId, query)),
    ],
  };
}

/** Finds the games that an integration pays wrongly, for those who decide about its figures. */
export function findRtpAlerts(service: Pick<RtpMonitorService, 'list'>) {
  return async (integrationId: number): Promise<{ gameId: number; name: string; verdict: RtpVerdict }[]> => {
    const { games } = await service.list(systemActor, { integrationId });
    return games.flatMap(({ gameId, name, sub_name, verdict }) =>
      verdict === 'alert' || verdict === 'pinned'
        ? [{ gameId, name: gameLabel({ name, sub_name }), verdict }]
        : [],
    );
  };
}
