import { centsFromEuros, eurosFromCents, type PeriodCell } from '@ludus/contract';

/** The gross win of months added up: of all cells, or of those of one month or integration. Null where there is none. */
export function totalGrossWin(
  cells: readonly PeriodCell[],
  { month, integrationId }: { month?: string; integrationId?: number } = {},
): number | null {
  const added = cells.filter(
    (cell) =>
      (month === undefined || cell.month === month) &&
      (integrationId === undefined || cell.integrationId === integrationId),
  );
  if (added.length === 0) return null;
  return eurosFromCents(added.reduce((sum, { grosswin }) => sum + centsFromEuros(grosswin), 0));
}
