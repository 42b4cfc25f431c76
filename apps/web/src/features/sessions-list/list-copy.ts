import { type SessionRow, sessionTypes } from '@ludus/contract';
import type { TFunction } from 'i18next';
import { dueOf } from '../../domain/session/sessions.ts';
import type { CopiedTable } from '../../lib/copied-table.ts';

interface Seen {
  isProvider: boolean;
  seesDue: boolean;
}

const amounts = ['bet', 'win', 'grossWin', 'netWin', 'due'] as const;

/** The rows of the list as a spreadsheet takes them, in the columns of the screen. */
export function copiedSessions(
  rows: readonly SessionRow[],
  { isProvider, seesDue }: Seen,
  t: TFunction<'sessionsList'>,
): CopiedTable {
  const shown = amounts.filter((id) => seesDue || id !== 'due');
  const text = (label: string) => ({ label, kind: 'text' as const });
  return {
    columns: [
      text(t('stateAndType')),
      text(t(isProvider ? 'integration' : 'operator')),
      text(t('game')),
      text(t('externalTicketId')),
      ...shown.map((id) => ({ label: t(id), kind: 'euro' as const })),
      { label: t('rounds'), kind: 'count' },
      { label: t('lastUpdate'), kind: 'instant' },
    ],
    rows: rows.map((row) => [
      `${t(row.isOpen ? 'state.open' : 'state.closed')}, ${t(
        row.sessionTypeId === sessionTypes.real ? 'type.real' : 'type.fun',
      )}`,
      isProvider ? row.integration.name : (row.operator?.name ?? row.integration.name),
      row.game.name,
      row.aamsTicketId,
      ...shown.map((id) => (id === 'due' ? dueOf(row) : row[id])),
      row.currentRound,
      row.externalUpdatedAt,
    ]),
  };
}
