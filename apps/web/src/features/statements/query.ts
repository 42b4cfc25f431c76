import {
  type listStatements,
  type PaymentState,
  paymentStates,
  type QueryInput,
  type StatementState,
  statementStates,
} from '@ludus/contract';
import { statementsPerPage } from '../../domain/statement/statements.ts';
import type { StatementsSearch } from './search.ts';

function listed<Value extends string>(text: string | undefined, all: readonly Value[]): Value[] {
  const chosen = new Set((text ?? '').split(','));
  return all.filter((one) => chosen.has(one));
}

export const statesIn = ({ states }: StatementsSearch): StatementState[] => listed(states, statementStates);
export const paymentsIn = ({ payments }: StatementsSearch): PaymentState[] => listed(payments, paymentStates);

/** The call behind the list of statements. */
export function queryOf(search: StatementsSearch): QueryInput<typeof listStatements> {
  const [states, payments] = [statesIn(search), paymentsIn(search)];
  return {
    ...(states.length > 0 ? { states } : {}),
    ...(payments.length > 0 ? { payments } : {}),
    ...(search.integration === undefined ? {} : { integrationId: search.integration }),
    page: search.page ?? 1,
    limit: statementsPerPage,
  };
}

export const hasFilters = ({ states, payments, integration }: StatementsSearch): boolean =>
  states !== undefined || payments !== undefined || integration !== undefined;
