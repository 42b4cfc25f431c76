import {
  type AnyEndpoint,
  listChangeRequests,
  listGameRequests,
  listIncidents,
  listStatements,
  listTickets,
} from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type CallInput, queryFor } from '../../lib/api/index.ts';
import { useCan } from '../../lib/auth/index.ts';
import { useErrorToast } from '../../lib/use-error-toast.ts';
import type { EntryId } from './navigation.ts';

/** Reads what waits behind an entry, unless the person may not know it; events and new connections say when it is read again. */
function useWaiting<E extends AnyEndpoint>(
  entry: EntryId,
  isAllowed: boolean,
  endpoint: E,
  input: CallInput<E>,
) {
  const { built } = useRouter().options.context;
  return useQuery({
    ...queryFor(endpoint, input),
    enabled: isAllowed && built.has(entry),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

// Each is undefined until it is known, and 0 for people who may not know it: nothing is asked for them.

/** How many tickets are open. */
export function useOpenTickets(): number | undefined {
  const { t } = useTranslation('shell');
  const mayUse = useCan('tickets:use');
  const { data, errorUpdatedAt } = useWaiting('tickets', mayUse, listTickets, { query: { status: 'open' } });
  // A failed refresh keeps the count without a word: the screen that is open says so itself.
  useErrorToast(data === undefined ? errorUpdatedAt : 0, t('openTicketsFailed'));
  return mayUse ? data?.length : 0;
}

/** How many tickets wait for an answer of the person's side, whatever their state. */
export function useTicketsToAnswer(): number | undefined {
  const mayUse = useCan('tickets:use');
  const waitsFor = useCan('tickets:manage') ? 'provider' : 'integration';
  const { data } = useWaiting('tickets', mayUse, listTickets, { query: { waitsFor } });
  return mayUse ? data?.length : 0;
}

/** How many requests for games wait for an answer, for those who decide. */
export function useOpenRequests(): number | undefined {
  const mayDecide = useCan('requests:decide');
  const { data } = useWaiting('requests', mayDecide, listGameRequests, {
    query: { state: 'open', limit: 1 },
  });
  return mayDecide ? data?.open : 0;
}

/** How many statements wait for the person's side: disputes for the provider, what it has not answered for the integration. */
export function useWaitingStatements(): number | undefined {
  const resolves = useCan('statements:manage');
  const mayAnswer = useCan('statements:answer') || resolves;
  const { data } = useWaiting('statements', mayAnswer, listStatements, {
    query: { states: [resolves ? 'disputed' : 'issued'], limit: 1 },
  });
  return mayAnswer ? data?.count : 0;
}

/** How many incidents of alerts and cases of the RTP monitor are open, for the provider. */
export function useOpenIncidents(): number | undefined {
  const mayRead = useCan('alerts:read');
  const { data } = useWaiting('alerts', mayRead, listIncidents, { query: { states: ['open'], limit: 1 } });
  return mayRead ? data && data.count + data.openCases : 0;
}

/** How many changes of others wait for the person's approval. */
export function useWaitingChanges(): number | undefined {
  const mayDecide = useCan('approvals:decide');
  const { data } = useWaiting('approvals', mayDecide, listChangeRequests, {
    query: { state: 'waiting', limit: 1 },
  });
  return mayDecide ? data?.waitingForMe : 0;
}
