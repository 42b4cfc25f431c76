import {
  type Ageing,
  ages,
  type IntegrationBalance,
  noAgeing,
  type UnstatedAmount,
  type UnstatedReason,
  unstatedReasons,
} from '@ludus/contract';
import { oldestUnstated } from '../../domain/statement/unstated.ts';
import { sumOf } from './statement-texts.tsx';

/** In the order in which an amount comes to a statement, nearest first. */
export const unstatedReasonsShown = [
  'closed',
  'changed',
  'ended',
  'running',
] as const satisfies UnstatedReason[];

/** What one integration owes: on statements, and what is on none yet. */
export interface OwedRow {
  integration: IntegrationBalance['integration'];
  /** Undefined without a statement. */
  balance: IntegrationBalance | undefined;
  unstated: Record<UnstatedReason, number>;
  /** Of what is on no statement. */
  total: number;
  /** Newest first. */
  months: UnstatedAmount[];
  /** The first month that has ended without a statement; undefined where every one has its own. */
  oldest: string | undefined;
}

/** Ages in their order, then what is in the integrations' favour. */
export const agesShown = [...ages, 'credit'] as const satisfies (keyof Ageing)[];

/** What is open on the statements of several integrations, by age. Exact to the cent. */
export function ageingOf(balances: readonly (IntegrationBalance | undefined)[]): Ageing {
  const sums = agesShown.map((age) => sumOf(...balances.map((balance) => balance?.ageing[age] ?? 0)));
  return { ...noAgeing, ...Object.fromEntries(agesShown.map((age, index) => [age, sums[index]])) };
}

/** By name of the integration. Sums are exact to the cent. */
export function owedByIntegration(
  balances: readonly IntegrationBalance[],
  amounts: readonly UnstatedAmount[],
): OwedRow[] {
  const balanceOf = new Map(balances.map((balance) => [balance.integration.id, balance]));
  const monthsOf = Map.groupBy(amounts, ({ integration }) => integration.id);
  const integrations = new Map(
    [...balances, ...amounts].map(({ integration }) => [integration.id, integration]),
  );
  return [...integrations.values()]
    .map((integration) => {
      const months = monthsOf.get(integration.id) ?? [];
      const sumFor = (reason: UnstatedReason) =>
        sumOf(...months.filter((amount) => amount.reason === reason).map(({ due }) => due));
      return {
        integration,
        balance: balanceOf.get(integration.id),
        unstated: Object.fromEntries(
          unstatedReasons.map((reason) => [reason, sumFor(reason)]),
        ) as OwedRow['unstated'],
        total: sumOf(...months.map(({ due }) => due)),
        months,
        oldest: oldestUnstated(months),
      };
    })
    .toSorted((a, b) => a.integration.name.localeCompare(b.integration.name));
}

/** The list of the statements that are disputed, of one integration; undefined for a reader who sees one only. */
export const disputedPath = (integration?: number): string =>
  `/statements?tab=list&states=disputed${integration === undefined ? '' : `&integration=${integration}`}`;
