import type { FiguresCoverage, IntegrationCoverage } from '@ludus/contract';
import { minuteText } from '../../infra/clock/index.ts';
import { formatCount } from '../../infra/messages/index.ts';

/**
 * What is missing in figures and what still changes, as labels and values for a sheet or a mail, times in Rome's; none where
 * figures are complete and final.
 * @param withOpen false where the figures are of fewer sessions than were counted, or the number is stated elsewhere
 */
export function coverageLines(coverage: FiguresCoverage, { withOpen = true } = {}): [string, string][] {
  const { integrations, sessions, openSessions, isRunning, to } = coverage;
  const inState = (state: IntegrationCoverage['state']) => integrations.filter((row) => row.state === state);
  const lines: [string, string][] = [
    ['Late integrations', inState('late').map(lateText).join(', ')],
    [
      'Not fetched yet',
      inState('neverFetched')
        .map(({ integrationName }) => integrationName)
        .join(', '),
    ],
    [
      'Rows in quarantine',
      integrations
        .filter(({ quarantinedRows }) => quarantinedRows > 0)
        .map(quarantineText)
        .join('; '),
    ],
    [
      'Differs from the platform',
      integrations
        .filter(({ unreconciledDays }) => unreconciledDays > 0)
        .map(unreconciledText)
        .join('; '),
    ],
    [
      'Open sessions',
      withOpen && openSessions > 0 ? `${formatCount(openSessions)} of ${formatCount(sessions)}` : '',
    ],
    ['Period not over', isRunning ? `figures change until ${minuteText(new Date(to))} and later` : ''],
  ];
  return lines.filter(([, text]) => text !== '');
}

function lateText({ integrationName, asOf }: IntegrationCoverage): string {
  return asOf === null ? integrationName : `${integrationName} (as of ${minuteText(new Date(asOf))})`;
}

const daysNamed = 10;

function unreconciledText(row: IntegrationCoverage): string {
  const { integrationName, unreconciledDays, latestUnreconciledDays } = row;
  const days = [
    ...latestUnreconciledDays.slice(0, daysNamed),
    ...(unreconciledDays > daysNamed ? ['…'] : []),
  ];
  return `${integrationName} ${formatCount(unreconciledDays)} ${unreconciledDays === 1 ? 'day' : 'days'} (${days.join(', ')})`;
}

function quarantineText(row: IntegrationCoverage): string {
  const { integrationName, quarantinedRows, quarantinedDays, hasMoreQuarantinedRows } = row;
  const days = quarantinedDays.slice(0, daysNamed).map(({ day, rows }) => `${day}: ${formatCount(rows)}`);
  const count = `${hasMoreQuarantinedRows ? 'at least ' : ''}${formatCount(quarantinedRows)}`;
  return `${integrationName} ${count} (${[...days, ...(quarantinedDays.length > daysNamed ? ['…'] : [])].join(', ')})`;
}
