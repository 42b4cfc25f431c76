/** A game over time: its figures since its release, beside other games of the same age, and what happened to it meanwhile. */
import { getGamePerformance } from '@ludus/contract';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { findGameChanges } from '../logs/index.ts';
import { createPerformanceService, type PerformanceDeps } from './performance.service.ts';

export function createGamePerformanceModule(
  { clock, postgres }: Pick<Infra, 'clock' | 'postgres'>,
  ports: Omit<PerformanceDeps, 'clock' | 'changesOf'>,
): HubModule {
  const service = createPerformanceService({
    ...ports,
    clock,
    changesOf: (gameId) => findGameChanges(postgres.db, gameId),
  });
  return {
    name: 'game-performance',
    endpoints: [
      bind(getGamePerformance, ({ actor, params, query }) =>
        service.performance(actor, params.id, query.grain ?? null),
      ),
    ],
  };
}
