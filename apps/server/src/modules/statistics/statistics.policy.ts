import { type MetricId, metricIds, metrics } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';

/** The figures a person may see (ROLE-15): what is not among them never leaves the server, asked for or not. */
export function visibleMetrics(actor: Actor, asked: readonly MetricId[] | undefined): ReadonlySet<MetricId> {
  const wanted = asked === undefined || asked.length === 0 ? metricIds : asked;
  return new Set(
    wanted.filter((id) => {
      const { scope } = metrics[id];
      return scope === null || actor.can(scope);
    }),
  );
}

/** Whether totals name net win and due. */
export const seesNetAndDue = (actor: Actor): boolean => actor.can('money:net-and-due');
