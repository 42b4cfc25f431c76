import {
  checkIntegrationServices,
  getServiceHistory,
  type IntegrationDetail,
  type ServiceAnswer,
  services,
} from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryFor } from '../../../lib/api/index.ts';
import type { ServiceCheck } from '../use-service-check.ts';
import { ServiceCard } from './service-card.tsx';

function checkOf(answer: ServiceAnswer | undefined, isAsking: boolean): ServiceCheck {
  if (isAsking) return { state: 'loading' };
  if (!answer) return { state: 'unchecked' };
  return answer.ok ? { state: 'ok' } : { state: 'failed', reason: answer.reason };
}

/** The four services as they answer now, and as they did in the last 24 hours. */
export function ServiceCards({ integration }: { integration: IntegrationDetail }) {
  const params = { id: integration.id };
  const health = useQuery({ ...queryFor(checkIntegrationServices, { params }), retry: false });
  const history = useQuery(queryFor(getServiceHistory, { params }));
  useEffect(() => {
    // ERR-033: the cards then show neither tick nor cross.
    if (health.error) console.warn('The services could not be checked.', health.error);
  }, [health.error]);
  return services.map((service) => (
    <ServiceCard
      key={service}
      integration={integration}
      service={service}
      health={checkOf(health.isError ? undefined : health.data?.[`${service}Service`], health.isFetching)}
      onCheck={() => void health.refetch()}
      spans={history.isError ? null : history.data && (history.data[service] ?? [])}
    />
  ));
}
