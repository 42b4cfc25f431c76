import {
  acknowledgeStatement,
  type BodyInput,
  deleteTerms,
  disputeStatement,
  getBalance,
  getStatement,
  getStatementSettings,
  getTerms,
  issueStatement,
  listBalances,
  listStatableMonths,
  listStatements,
  listUnstatedAmounts,
  previewStatement,
  type QueryInput,
  recordPayment,
  resolveStatement,
  reversePayment,
  type StatementDetail,
  saveRecipient,
  saveStatementSettings,
  saveTerms,
  sendStatement,
  voidStatement,
  withdrawDispute,
} from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { withSignedAddresses } from '../../lib/signed-addresses.ts';

export const statementsPerPage = 50;
export const balanceEntriesPerPage = 100;

/** One page of statements. The page before it stays while this one loads. */
export const statementsQuery = (query: QueryInput<typeof listStatements>) => ({
  ...queryFor(listStatements, { query }),
  placeholderData: keepPreviousData,
});

/** Counts those that wait for the integration's answer. */
export const unansweredQuery = () => queryFor(listStatements, { query: { states: ['issued'], limit: 1 } });

/** With its files, whose addresses last an hour. */
export const statementQuery = (id: number) => ({
  ...queryFor(getStatement, { params: { id } }),
  ...withSignedAddresses,
});

export const statableMonthsQuery = () => queryFor(listStatableMonths, {});

export const unstatedQuery = () => queryFor(listUnstatedAmounts, {});

export const balancesQuery = () => queryFor(listBalances, {});

export const balanceQuery = (integrationId: number, page: number) => ({
  ...queryFor(getBalance, { params: { integrationId }, query: { page, limit: balanceEntriesPerPage } }),
  placeholderData: keepPreviousData,
});

/** A month of an integration: `2026-10`. */
export interface StatedMonth {
  integrationId: number;
  month: string;
}

export const previewQuery = (query: StatedMonth) => queryFor(previewStatement, { query });

export const statementSettingsQuery = () => queryFor(getStatementSettings, {});

export const termsQuery = (integrationId: number) => queryFor(getTerms, { params: { integrationId } });

function useReload() {
  const invalidate = useInvalidateTags();
  return () => invalidate(['statements', 'logs']);
}

interface IssueEvents {
  onIssued: (statement: StatementDetail) => void;
  onFailed: (error: Error) => void;
}

/** Issues what was previewed. A refusal shows what there is by now: someone was faster, or the month has changed. */
export function useIssueStatement({ onIssued, onFailed }: IssueEvents) {
  const reload = useReload();
  return useMutation({
    mutationFn: (body: BodyInput<typeof issueStatement>) => call(issueStatement, { body }),
    onSuccess: (statement) => {
      onIssued(statement);
      return reload();
    },
    onError: (error) => {
      onFailed(error);
      return reload();
    },
  });
}

interface IssuedAtOnce extends StatedMonth {
  expectedTotal: number;
}

export type IssueResult = { statement: StatementDetail } | { error: Error };
export const keyOfMonth = ({ integrationId, month }: StatedMonth) => `${integrationId} ${month}`;

/**
 * Issues previewed statements one after the other: their numbers follow each other. One that is refused keeps none of the others
 * from it. `results` says of each month what has become of it, as it happens.
 */
export function useIssueStatements() {
  const reload = useReload();
  const [results, setResults] = useState<ReadonlyMap<string, IssueResult>>(new Map());
  const mutation = useMutation({
    mutationFn: async (months: readonly IssuedAtOnce[]) => {
      for (const body of months) {
        const result = await call(issueStatement, { body }).then(
          (statement): IssueResult => ({ statement }),
          (error: unknown): IssueResult => ({
            error: error instanceof Error ? error : new Error(String(error)),
          }),
        );
        setResults((before) => new Map(before).set(keyOfMonth(body), result));
      }
    },
    onSettled: reload,
  });
  return { issue: mutation.mutate, isPending: mutation.isPending, results };
}

export type StatementAction =
  | { kind: 'send' }
  | { kind: 'acknowledge'; body: BodyInput<typeof acknowledgeStatement> }
  | { kind: 'dispute'; body: BodyInput<typeof disputeStatement> }
  | { kind: 'withdraw' }
  | { kind: 'resolve'; body: BodyInput<typeof resolveStatement> }
  | { kind: 'void'; body: BodyInput<typeof voidStatement> }
  | { kind: 'pay'; body: BodyInput<typeof recordPayment> }
  | { kind: 'reverse'; paymentId: number; body: BodyInput<typeof reversePayment> };

/** What either side does with a statement. A refusal shows what it is by now. */
export function useStatementAction(id: number) {
  return useMutation({
    mutationFn: (action: StatementAction) => {
      const params = { id };
      switch (action.kind) {
        case 'send':
          return call(sendStatement, { params });
        case 'acknowledge':
          return call(acknowledgeStatement, { params, body: action.body });
        case 'dispute':
          return call(disputeStatement, { params, body: action.body });
        case 'withdraw':
          return call(withdrawDispute, { params });
        case 'resolve':
          return call(resolveStatement, { params, body: action.body });
        case 'void':
          return call(voidStatement, { params, body: action.body });
        case 'pay':
          return call(recordPayment, { params, body: action.body });
        case 'reverse':
          return call(reversePayment, { params: { id: action.paymentId }, body: action.body });
      }
    },
    onSettled: useReload(),
  });
}

export function useSaveStatementSettings() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof saveStatementSettings>) => call(saveStatementSettings, { body }),
    onSuccess: useReload(),
  });
}

export function useSaveRecipient(integrationId: number) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof saveRecipient>) =>
      call(saveRecipient, { params: { integrationId }, body }),
    onSuccess: useReload(),
  });
}

export function useSaveTerms(integrationId: number) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof saveTerms>) => call(saveTerms, { params: { integrationId }, body }),
    onSettled: useReload(),
  });
}

export function useDeleteTerms(integrationId: number) {
  return useMutation({
    mutationFn: (month: string) => call(deleteTerms, { params: { integrationId, month } }),
    onSettled: useReload(),
  });
}
