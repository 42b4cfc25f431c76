import type { Integration, Maintenance } from '@ludus/contract';
import type { MaintenancesSearch } from './search.ts';

/**
 * The response in reverse order, without what the filters leave out. An operator stands for its integration; within one filter any of the chosen is enough, and both must agree.
 */
export function filterMaintenances(
  all: readonly Maintenance[],
  integrations: readonly Pick<Integration, 'id' | 'operators'>[],
  { integrations: chosen, operators }: Pick<MaintenancesSearch, 'integrations' | 'operators'>,
): Maintenance[] {
  const ofOperators =
    operators &&
    integrations
      .filter((integration) => integration.operators?.some(({ id }) => operators.includes(id)))
      .map(({ id }) => id);
  const isNotifiedOf = (maintenance: Maintenance, ids: readonly number[] | undefined) =>
    ids === undefined || maintenance.integrations.some(({ id }) => ids.includes(id));
  return all
    .filter((maintenance) => isNotifiedOf(maintenance, chosen) && isNotifiedOf(maintenance, ofOperators))
    .reverse();
}
