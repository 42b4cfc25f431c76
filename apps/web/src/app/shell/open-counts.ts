import {
  listChangeRequests,
  listGameRequests,
  listIncidents,
  listStatements,
  listTickets,
} from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queryFor } from '../../lib/api/index.ts';
import { useCan } from '../../lib/auth/index.ts';
import { useErrorToast } from '../../lib/use-error-toast.ts';

// Each is undefined until it is known.

/** How many tickets are open; nothing is asked for people who cannot open Tickets. */
export function useOpenTickets(): number | undefined {
  const { t } = useTranslation('shell');
  const mayUse = useCan('tickets:use');
  const { built } = useRouter().options.context;
  // Events and new connections say when it is read again.
  const { data, errorUpdatedAt } = useQuery({
    ...queryFor(listTickets, { query: { status: 'open' } }),
    enabled: mayUse && built.has('tickets'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // A failed refresh keeps the count without a word: the screen that is open says so itself.
  useErrorToast(data === undefined ? errorUpdatedAt : 0, t('openTicketsFailed'));
  return mayUse ? data?.length : 0;
}

/** How many tickets wait for an answer of the person's side, whatever their state. */
export function useTicketsToAnswer(): number | undefined {
  const mayUse = useCan('tickets:use');
  const waitsFor = useCan('tickets:manage') ? 'provider' : 'integration';
  const { built } = useRouter().options.context;
  const { data } = useQuery({
    ...queryFor(listTickets, { query: { waitsFor } }),
    enabled: mayUse && built.has('tickets'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return mayUse ? data?.length : 0;
}

/** How many requests for games wait for an answer, for those who decide. */
export function useOpenRequests(): number | undefined {
  const mayDecide = useCan('requests:decide');
  const { built } = useRouter().options.context;
  const { data } = useQuery({
    ...queryFor(listGameRequests, { query: { state: 'open', limit: 1 } }),
    enabled: mayDecide && built.has('requests'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return mayDecide ? data?.open : 0;
}

/** How many statements wait for the person's side: disputes for the provider, what it has not answered for the integration. */
export function useWaitingStatements(): number | undefined {
  const resolves = useCan('statements:manage');
  const answers = useCan('statements:answer');
  const { built } = useRouter().options.context;
  const { data } = useQuery({
    ...queryFor(listStatements, { query: { states: [resolves ? 'disputed' : 'issued'], limit: 1 } }),
    enabled: (resolves || answers) && built.has('statements'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return resolves || answers ? data?.count : 0;
}

/** How many incidents of alerts and cases of the RTP monitor are open, for the provider. */
export function useOpenIncidents(): number | undefined {
  const mayRead = useCan('alerts:read');
  const { built } = useRouter().options.context;
  const { data } = useQuery({
    ...queryFor(listIncidents, { query: { states: ['open'], limit: 1 } }),
    enabled: mayRead && built.has('alerts'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return mayRead ? data && data.count + data.openCases : 0;
}

/** How many changes of others wait for the person's approval. */
export function useWaitingChanges(): number | undefined {
  const mayDecide = useCan('approvals:decide');
  const { built } = useRouter().options.context;
  const { data } = useQuery({
    ...queryFor(listChangeRequests, { query: { state: 'waiting', limit: 1 } }),
    enabled: mayDecide && built.has('approvals'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return mayDecide ? data?.waitingForMe : 0;
}
