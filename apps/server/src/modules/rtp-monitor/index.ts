/** The RTP monitor: what games pay back, game by game and integration by integration, against what their maths sheets promise. */
import { getRtpMonitor, getRtpOfGame } from '@ludus/contract';
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
