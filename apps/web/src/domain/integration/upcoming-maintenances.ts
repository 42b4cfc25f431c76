import { listUpcomingMaintenances } from '@ludus/contract';
import { queryFor } from '../../lib/api/index.ts';

/** The maintenances that run or are to come: of one integration, or of all that the viewer sees. */
export const upcomingMaintenancesQuery = (integrationId?: number) =>
  queryFor(listUpcomingMaintenances, { query: integrationId === undefined ? {} : { integrationId } });
