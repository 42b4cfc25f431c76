import type { Integration, Maintenance } from '@ludus/contract';
import type { MaintenancesSearch } from './search.ts';

/**
 * MAINT-05, MAINT-06: the answer reversed, without what the filters leave out. An operator stands for its integration
 * (OPEN-52); within one filter any of the chosen is enough, and both must agree.
 */
export function shownMaintenances(
  all: readonly Maintenance[],
  integrations: readonly Pick<Integration, 'id' | 'operators'>[],
  { integrations: chosen, operators }: Pick<MaintenancesSearch, 'integrations' | 'operators'>,
): Maintenance[] {
  const ofOperators =
    operators &&
    integrations
      .filter((integration) => integration.operators?.some(({ id }) => operators.includes(id)))
      .map(({ id }) => id);
  const tells = (maintenance: Maintenance, ids: readonly number[] | undefined) =>
    ids === undefined || maintenance.integrations.some(({ id }) => ids.includes(id));
  return all.filter((maintenance) => tells(maintenance, chosen) && tells(maintenance, ofOperators)).reverse();
}
