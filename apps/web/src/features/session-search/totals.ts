import { centsFromEuros, eurosFromCents, type SessionRow } from '@ludus/contract';

export interface SearchTotals {
  sessions: number;
  integrations: number;
  bet: number;
  grossWin: number;
  rounds: number;
}

/** The figures above the results, summed in cents so that no amount drifts. */
export function totalsOf(rows: readonly SessionRow[]): SearchTotals {
  let bet = 0n;
  let grossWin = 0n;
  let rounds = 0;
  for (const row of rows) {
    bet += BigInt(centsFromEuros(row.bet));
    grossWin += BigInt(centsFromEuros(row.grossWin));
    rounds += row.currentRound;
  }
  return {
    sessions: rows.length,
    integrations: new Set(rows.map((row) => row.integration.id)).size,
    bet: eurosFromCents(bet),
    grossWin: eurosFromCents(grossWin),
    rounds,
  };
}
