import {
  type BodyInput,
  closePeriod,
  getPeriod,
  getPeriodReadiness,
  listPeriods,
  listRestatements,
  type PeriodDetail,
  type PeriodGrouping,
  type PeriodState,
  periodGroupings,
  reopenPeriod,
  reviewPeriod,
  savePeriodSettings,
} from '@ludus/contract';
import { keepPreviousData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

/** A month of an integration: `2026-10`. */
export interface NamedPeriod {
  integrationId: number;
  month: string;
}

/** Every month with its state, and the rule of four eyes. */
export const periodsQuery = () => queryFor(listPeriods, {});

/** The checklists of a month, `2026-10`, of all integrations. */
export const readinessQuery = (month: string) => ({
  ...queryFor(getPeriodReadiness, { query: { month } }),
  placeholderData: keepPreviousData,
});

/** One month. Its figures by another grouping replace those that are shown once they are there. */
export const periodQuery = (params: NamedPeriod, by: PeriodGrouping) => ({
  ...queryFor(getPeriod, { params, query: { by } }),
  placeholderData: keepPreviousData,
});

export const restatementsPerPage = 50;

/** A page of what has changed since a month was closed. */
export const restatementsQuery = (params: NamedPeriod, page: number) => ({
  ...queryFor(listRestatements, { params, query: { page, limit: restatementsPerPage } }),
  placeholderData: keepPreviousData,
});

/** Shows what a month has become everywhere at once: reading it anew takes a moment, for its figures of today. */
function showState(queryClient: QueryClient, period: NamedPeriod, state: PeriodState) {
  const { integrationId, month } = period;
  for (const by of periodGroupings)
    queryClient.setQueryData(periodQuery(period, by).queryKey, (known) => known && { ...known, state });
  queryClient.setQueryData(
    periodsQuery().queryKey,
    (known) =>
      known && {
        ...known,
        cells: known.cells.map((cell) =>
          cell.integrationId === integrationId && cell.month === month ? { ...cell, state } : cell,
        ),
      },
  );
  queryClient.setQueryData(
    readinessQuery(month).queryKey,
    (known) =>
      known && {
        ...known,
        rows: known.rows.map((row) => (row.integration.id === integrationId ? { ...row, state } : row)),
      },
  );
}

type Change =
  | { action: 'review' }
  | { action: 'close'; body: BodyInput<typeof closePeriod> }
  | { action: 'reopen'; reason: string | undefined };

interface ChangeEvents {
  onChanged: (state: PeriodState, action: Change['action']) => void;
  onFailed: (error: Error) => void;
}

/** Moves a month on, or opens it again. A refusal shows what the month is by now. */
export function useChangePeriod(params: NamedPeriod, { onChanged, onFailed }: ChangeEvents) {
  const invalidate = useInvalidateTags();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => {
      if (change.action === 'review') return call(reviewPeriod, { params });
      if (change.action === 'close') return call(closePeriod, { params, body: change.body });
      const { reason } = change;
      return call(reopenPeriod, { params, body: reason === undefined ? {} : { reason } });
    },
    onSuccess: ({ state }, { action }) => {
      showState(queryClient, params, state);
      onChanged(state, action);
      return invalidate(['periods', 'logs']);
    },
    onError: (error) => {
      onFailed(error);
      void invalidate(['periods']);
    },
  });
}

interface ClosedAtOnce {
  detail: PeriodDetail;
  /** Someone else has to close it. */
  isReviewOnly: boolean;
}

/**
 * Takes months a step further, one after the other, with everything that needs attention acknowledged. One that is refused keeps
 * none of the others from it; `failures` says why, by integration.
 */
export function useCloseMonths() {
  const invalidate = useInvalidateTags();
  const queryClient = useQueryClient();
  const [failures, setFailures] = useState<ReadonlyMap<number, Error>>(new Map());
  const mutation = useMutation({
    mutationFn: async (months: readonly ClosedAtOnce[]) => {
      const failed = new Map<number, Error>();
      setFailures(failed);
      for (const { detail, isReviewOnly } of months) {
        const params = { integrationId: detail.integration.id, month: detail.month };
        const acknowledged = detail.checks.filter(({ result }) => result === 'attention').map(({ id }) => id);
        try {
          let { state } = detail;
          if (state === 'open') ({ state } = await call(reviewPeriod, { params }));
          if (!isReviewOnly)
            ({ state } = await call(closePeriod, { params, body: { acknowledged, overrides: [] } }));
          showState(queryClient, params, state);
        } catch (error) {
          failed.set(detail.integration.id, error instanceof Error ? error : new Error(String(error)));
        }
      }
      setFailures(failed);
    },
    onSettled: () => void invalidate(['periods', 'logs']),
  });
  return { close: mutation.mutate, isPending: mutation.isPending, failures };
}

/** Says whether closing a month takes two people. */
export function useSavePeriodSettings(onFailed: (error: Error) => void) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof savePeriodSettings>) => call(savePeriodSettings, { body }),
    onSuccess: () => invalidate(['periods', 'logs']),
    onError: onFailed,
  });
}
