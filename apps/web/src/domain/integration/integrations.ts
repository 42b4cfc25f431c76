import {
  getIntegrationByName,
  listIntegrations,
  listServiceStatuses,
  type QueryInput,
} from '@ludus/contract';
import { queryFor } from '../../lib/api/index.ts';

type Part = Extract<QueryInput<typeof listIntegrations>['with'], readonly unknown[]>[number];

/** The integrations that the person may see, each with these parts. */
export const integrationsQuery = (...parts: Part[]) =>
  queryFor(listIntegrations, { query: parts.length === 0 ? {} : { with: parts } });

export const integrationByNameQuery = (name: string) => queryFor(getIntegrationByName, { params: { name } });

/** How the services of every integration did when they were last checked. */
export const serviceStatusesQuery = () => queryFor(listServiceStatuses, {});
