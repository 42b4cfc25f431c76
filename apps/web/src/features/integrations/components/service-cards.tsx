import { type IntegrationDetail, services, type TimedServiceAnswer } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { hasNoData } from '../../../components/feedback/query-view.tsx';
import { serviceCheckQuery, serviceHistoryQuery } from '../../../domain/integration/manage-integrations.ts';
import { upcomingMaintenancesQuery } from '../../../domain/integration/upcoming-maintenances.ts';
import { useMinute } from '../../../lib/use-today.ts';
import { runningMaintenance } from '../running-maintenance.ts';
import { checkOfAnswer, type ServiceCheck } from '../use-service-check.ts';
import { ServiceCard } from './service-card.tsx';

function checkOf(answer: TimedServiceAnswer | undefined, isAsking: boolean): ServiceCheck {
  if (isAsking) return { state: 'loading' };
  if (!answer) return { state: 'unchecked' };
  return checkOfAnswer(answer);
}

/** The health of the four services, now and over the last 24 hours. */
export function ServiceCards({ integration }: { integration: IntegrationDetail }) {
  const health = useQuery(serviceCheckQuery(integration.id));
  const history = useQuery(serviceHistoryQuery(integration.id));
  const { data: maintenances = [] } = useQuery(upcomingMaintenancesQuery(integration.id));
  const now = useMinute().getTime();
  return services.map((service) => (
    <ServiceCard
      key={service}
      integration={integration}
      service={service}
      // Neither tick nor cross where the services could not be asked.
      health={checkOf(health.isError ? undefined : health.data?.[`${service}Service`], health.isFetching)}
      maintenance={runningMaintenance(maintenances, service, now)}
      onCheck={() => void health.refetch()}
      spans={hasNoData(history) ? null : history.data && (history.data[service] ?? [])}
    />
  ));
}
