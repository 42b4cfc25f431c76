import { useQuery } from '@tanstack/react-query';
import { maintenancesQuery } from '../../domain/integration/maintenances.ts';
import { useMinute } from '../../lib/use-today.ts';

/** This minute, or the moment of the newest list if that is later: what was begun or ended just now is so at once. */
export function usePresent(): Date {
  const minute = useMinute();
  const { dataUpdatedAt } = useQuery(maintenancesQuery());
  return new Date(Math.max(minute.getTime(), dataUpdatedAt));
}
