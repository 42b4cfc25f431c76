import { type MetricId, metricIds, metrics } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';

/** Returns the metrics that an actor may see: no other leaves the server, requested or not. */
export function visibleMetrics(
  actor: Actor,
  requested: readonly MetricId[] | undefined,
): ReadonlySet<MetricId> {
  const wanted = requested === undefined || requested.length === 0 ? metricIds : requested;
  return new Set(
    wanted.filter((id) => {
      const { scope } = metrics[id];
      return scope === null || actor.can(scope);
    }),
  );
}

/** Whether totals name net win and due. */
export const seesNetAndDue = (actor: Actor): boolean => actor.can('money:net-and-due');
