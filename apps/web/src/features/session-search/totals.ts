import { centsFromEuros, eurosFromCents, type SessionRow, sessionTypes } from '@ludus/contract';

export interface SearchTotals {
  sessions: number;
  integrations: number;
  /** Of the sessions, those of play money: amounts and rounds are of the others. */
  fun: number;
  bet: number;
  grossWin: number;
  rounds: number;
}

/** The figures above the results, summed in cents so that no amount drifts; play money adds to no euro. Only fun is summed as fun. */
export function totalsOf(rows: readonly SessionRow[]): SearchTotals {
  let bet = 0n;
  let grossWin = 0n;
  let rounds = 0;
  const real = rows.filter((row) => row.sessionTypeId !== sessionTypes.fun);
  for (const row of real.length > 0 ? real : rows) {
    bet += BigInt(centsFromEuros(row.bet));
    grossWin += BigInt(centsFromEuros(row.grossWin));
    rounds += row.currentRound;
  }
  return {
    sessions: rows.length,
    fun: rows.length - real.length,
    integrations: new Set(rows.map((row) => row.integration.id)).size,
    bet: eurosFromCents(bet),
    grossWin: eurosFromCents(grossWin),
    rounds,
  };
}
