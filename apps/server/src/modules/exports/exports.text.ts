import type { FiguresCoverage } from '@ludus/contract';
import { minuteText, zone } from '../../infra/clock/index.ts';
import { detailsMail, type FactValue } from '../../infra/mail/details.ts';
import { formatCount } from '../../infra/messages/index.ts';
import { freshnessText } from '../integrations/index.ts';
import { coverageLines } from '../statistics/index.ts';
import type { ExportKind, ExportRequest } from './exports.request.ts';
import { requestedPeriod } from './exports.sources.ts';

const titles: Record<ExportKind, string> = {
  statistics: 'Statistics',
  ranking: 'Comparison of two periods',
  report: 'Detailed report',
  sessions: 'Sessions list',
  openSessions: 'Open sessions',
  coverage: 'Certificates by game and jurisdiction',
};

const notes: Record<ExportKind, string> = {
  statistics: 'Sums of the sessions created in each period; open ones hold what was played so far.',
  ranking:
    'Change is the later period less the earlier one. Change from bet is what more or less bet makes at the earlier RTP, change from RTP the rest. Rows and others add up to the total, but for players and RTP, which have no shares.',
  report:
    'Real sessions alone; open ones hold what was played so far. Players are distinct within each row and do not add up.',
  sessions: 'Open sessions hold what was played so far.',
  openSessions: 'Open real sessions by their external ids.',
  coverage: 'Of the integrations that need a jurisdiction, a cell shows the worst state.',
};

/** What a file is, in words: for its sheet "About" and for the mail that brings it. */
export function detailsOf(
  request: ExportRequest,
  {
    lines,
    coverage,
    now,
    username,
  }: { lines: [string, string][]; coverage: FiguresCoverage; now: Date; username: string },
): [string, string][] {
  const { from, to } = requestedPeriod(request);
  return [
    ['Content', titles[request.kind]],
    ['Period', `${minuteText(from)} to ${minuteText(to)} (end not included)`],
    ...lines,
    ['Amounts', 'euro'],
    ['Time zone', zone],
    // Those that were never fetched are named.
    ['Figures as of', freshnessText({ asOf: coverage.asOf, notFetched: 0 })],
    // A list may be of fewer sessions than its period has, and says of each whether it is open.
    ...coverageLines(coverage, { withOpen: request.kind !== 'sessions' }),
    ['Exported at', minuteText(now)],
    ['Exported by', username],
    ['Note', notes[request.kind]],
  ];
}

/** The mail with the file, or with its address where it is too large to be sent along. */
export function exportMail(
  request: ExportRequest,
  facts: readonly (readonly [string, string])[],
  file: { rows: number; address: string; expiresAt: Date; isAttached: boolean },
): { subject: string; text: string; html: string } {
  const { from, to } = requestedPeriod(request);
  const title = titles[request.kind];
  const rows = formatCount(file.rows);
  const opening = file.isAttached
    ? 'The file is attached; the address below opens it too.'
    : 'The file is too large for a mail; the address below opens it.';
  const all: (readonly [string, FactValue])[] = [
    ...facts,
    ['Rows', rows],
    ['Download', { url: file.address }],
    [
      'Download until',
      `${minuteText(file.expiresAt)}, while the rights of whoever exported it stay the same`,
    ],
  ];
  return {
    subject: `${title}, ${minuteText(from)} to ${minuteText(to)}, ${rows} rows`,
    ...detailsMail(title, opening, all),
  };
}
