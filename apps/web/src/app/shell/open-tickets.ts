import { listTickets } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryFor } from '../../lib/api/index.ts';
import { useCan } from '../../lib/auth/index.ts';
import { toast } from '../../lib/toast.tsx';

/** SHELL-05: how many tickets are open; nothing is asked for people who cannot open Tickets (OPEN-17). */
export function useOpenTickets(): number {
  const { t } = useTranslation('shell');
  const mayUse = useCan('tickets:use');
  const { built } = useRouter().options.context;
  // Events and new connections say when it is read again.
  const { data, errorUpdatedAt } = useQuery({
    ...queryFor(listTickets, { query: { status: 'open' } }),
    enabled: mayUse && built.has('tickets'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const text = t('openTicketsFailed');
  useEffect(() => {
    if (errorUpdatedAt > 0) toast('error', text);
  }, [errorUpdatedAt, text]);
  return data?.length ?? 0;
}
