import type { listServiceStatuses, ResponseOf } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUser } from '../../lib/auth/index.ts';
import { createPersistentStore } from '../../lib/persistent-store.ts';
import { serviceStatusesQuery } from './integrations.ts';

/** What a person was last shown, and when it was read. */
interface LastServices {
  person: string;
  at: number;
  data: ResponseOf<typeof listServiceStatuses>;
}

function read(value: unknown): LastServices | null | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const { person, at, data } = value as Partial<LastServices>;
  if (typeof person !== 'string' || typeof at !== 'number' || !Array.isArray(data?.rows)) return undefined;
  const isRow = (row: unknown) => {
    const { integrationId, integrationName, latencies } = (row ?? {}) as Record<string, unknown>;
    return (
      typeof integrationId === 'number' &&
      typeof integrationName === 'string' &&
      typeof latencies === 'object' &&
      latencies !== null
    );
  };
  return data.rows.every(isRow) ? { person, at, data } : undefined;
}

/** Of one person only: on a shared device no one sees the integrations of another one. */
export const lastServices = createPersistentStore<LastServices | null>('ludus.services', null, read);

/**
 * How the services of every integration did when they were last checked. Until that is read, and where it cannot be, it is what this
 * device has known last; `isLastKnown` says so.
 */
export function useServiceStatuses() {
  const { userId: person } = useUser();
  // As the screen was opened: later it has its own.
  const [known] = useState(lastServices.get);
  const own = known?.person === person ? known : null;
  const query = useQuery({
    ...serviceStatusesQuery(),
    ...(own && { initialData: own.data, initialDataUpdatedAt: own.at }),
  });
  const { data, dataUpdatedAt } = query;
  useEffect(() => {
    if (data && dataUpdatedAt > (own?.at ?? 0)) lastServices.set({ person, at: dataUpdatedAt, data });
  }, [person, data, dataUpdatedAt, own?.at]);
  return { query, isLastKnown: data !== undefined && dataUpdatedAt === own?.at };
}
