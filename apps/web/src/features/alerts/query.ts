import {
  type AlertKind,
  alertKinds,
  type IncidentState,
  incidentStates,
  incidentsPerPage,
  type listIncidents,
  type QueryInput,
  type ResponseOf,
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

/** Whether no rule has been evaluated so far: then no list of incidents says anything. */
export const isNeverEvaluated = (
  run: ResponseOf<typeof listIncidents> | undefined,
  search: AlertsSearch,
): boolean => run?.evaluatedAt === null && run.count === 0 && !hasFilters(search);
