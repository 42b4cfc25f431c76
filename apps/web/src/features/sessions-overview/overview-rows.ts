import type { SplitStatName, Statistics } from '@ludus/contract';

/** One line of the overview's table. `netWin` and `due` are absent where the reader may not see them. */
export interface OverviewRow {
  id: number;
  /** The integration it belongs to, for operators. */
  integrationId: number | null;
  name: string;
  bet: number | null;
  win: number | null;
  grossWin: number | null;
  netWin: number | null | undefined;
  due: number | null | undefined;
  rtp: number | null;
  sessions: number | null;
  rounds: number | null;
  players: number | null;
}

type Kind = 'integrations' | 'operators' | 'games';

interface AnySeries {
  label: string;
  total: number | null;
  gameId?: number;
  integrationId?: number;
  operatorId?: number;
}

function idOf(kind: Kind, series: AnySeries): number {
  const id = { integrations: series.integrationId, operators: series.operatorId, games: series.gameId }[kind];
  return id ?? 0;
}

/** The totals of every integration, operator or game, in the order of the answer: greatest bet first. */
export function overviewRows(statistics: Statistics, kind: Kind): OverviewRow[] {
  const series: Partial<Record<SplitStatName, AnySeries[]>> = statistics.datasets[kind] ?? {};
  const byId = (stat: SplitStatName) =>
    series[stat] ? new Map(series[stat].map((one) => [idOf(kind, one), one.total])) : null;
  const columns = {
    win: byId('win'),
    grossWin: byId('grosswin'),
    netWin: byId('netwin'),
    due: byId('due'),
    rtp: byId('rtp'),
    sessions: byId('sessionsTotals'),
    rounds: byId('rounds'),
    players: byId('usersCount'),
  };
  return (series.bet ?? []).map((bet) => {
    const id = idOf(kind, bet);
    return {
      id,
      integrationId: kind === 'operators' ? (bet.integrationId ?? null) : null,
      name: bet.label,
      bet: bet.total,
      win: columns.win?.get(id) ?? null,
      grossWin: columns.grossWin?.get(id) ?? null,
      netWin: columns.netWin ? (columns.netWin.get(id) ?? null) : undefined,
      due: columns.due ? (columns.due.get(id) ?? null) : undefined,
      rtp: columns.rtp?.get(id) ?? null,
      sessions: columns.sessions?.get(id) ?? null,
      rounds: columns.rounds?.get(id) ?? null,
      players: columns.players?.get(id) ?? null,
    };
  });
}
