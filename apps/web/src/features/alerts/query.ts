import {
  type AlertKind,
  alertKinds,
  type IncidentState,
  incidentStates,
  incidentsPerPage,
  type listIncidents,
  type QueryInput,
} from '@ludus/contract';
import type { AlertsSearch } from './search.ts';

function listed<Value extends string>(text: string | undefined, all: readonly Value[]): Value[] {
  const chosen = new Set((text ?? '').split(','));
  return all.filter((one) => chosen.has(one));
}

export const statesIn = ({ states }: AlertsSearch): IncidentState[] => listed(states, incidentStates);
export const kindsIn = ({ kinds }: AlertsSearch): AlertKind[] => listed(kinds, alertKinds);

/** The call behind the list of incidents. */
export function queryOf(search: AlertsSearch): QueryInput<typeof listIncidents> {
  const [states, kinds] = [statesIn(search), kindsIn(search)];
  return {
    ...(states.length > 0 ? { states } : {}),
    ...(kinds.length > 0 ? { kinds } : {}),
    ...(search.integration === undefined ? {} : { integrationId: search.integration }),
    page: search.page ?? 1,
    limit: incidentsPerPage,
  };
}

export const hasFilters = ({ states, kinds, integration }: AlertsSearch): boolean =>
  states !== undefined || kinds !== undefined || integration !== undefined;
