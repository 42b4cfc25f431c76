import { Readable } from 'node:stream';
import type { DetailedReport, FiguresCoverage } from '@ludus/contract';
import { type Day, minuteText, romeDay, zone } from '../../infra/clock/index.ts';
import { detailsMail } from '../../infra/mail/details.ts';
import type { Mail } from '../../infra/mail/index.ts';
import { formatCount } from '../../infra/messages/index.ts';
import { type Table, xlsxPieces } from '../../infra/spreadsheet/index.ts';
import { freshnessText } from '../integrations/index.ts';
import { reportTables } from '../reports/index.ts';
import { coverageLines } from '../statistics/index.ts';
import type { RunType } from './reports.days.ts';

/** The contents of the mail of a report. */
export interface ReportMail {
  type: RunType;
  report: DetailedReport;
  /** How complete its figures are. */
  coverage: FiguresCoverage;
  withNetAndDue: boolean;
  /** The integrations it is of, in words. */
  integrations: string;
  /** Why the reader gets it, as the end of a sentence about the mail. */
  reason: string;
}

const titles: Record<RunType, string> = {
  daily: 'Daily report',
  monthly: 'Monthly report',
  'italy-games': 'Italy games report',
  custom: 'Report',
};

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The mail of a report: filters, zone and age of the figures in words, the workbook attached, or that nothing happened. */
export function reportMail(mail: ReportMail): Omit<Mail, 'to'> {
  const { type, report, withNetAndDue } = mail;
  const { from, to } = report.coverage;
  const days = daysOf(new Date(from), new Date(to));
  const title = titles[type];
  const facts = detailsOf(mail);
  if (report.totals.sessionsTotal === 0) {
    return {
      subject: `${title}, ${days}: no activity`,
      ...detailsMail(title, 'No activity: no real session was created in this period.', facts),
    };
  }
  return {
    subject: `${title}, ${days}`,
    ...detailsMail(title, 'The figures are in the attached workbook.', facts),
    attachments: [
      {
        filename: `${type === 'custom' ? 'report' : `${type}-report`}-${days.replaceAll(' to ', '-')}.xlsx`,
        contentType: workbook,
        content: Readable.from(xlsxPieces([...reportTables(report, withNetAndDue), aboutTable(facts)])),
      },
    ],
  };
}

function detailsOf(mail: ReportMail): [string, string][] {
  const { type, report, coverage, withNetAndDue, integrations, reason } = mail;
  const { from, to, openSessions } = report.coverage;
  const { sessionsTotal } = report.totals;
  return [
    ['Report', titles[type]],
    ['Period', `${minuteText(new Date(from))} to ${minuteText(new Date(to))} (end not included)`],
    ['Integrations', integrations],
    ['Sessions', 'real, open and closed'],
    ['Number of sessions', `${formatCount(sessionsTotal)}, ${formatCount(openSessions)} of them open`],
    ['Net win and due', withNetAndDue ? 'included' : 'not included'],
    ['Amounts', 'euro'],
    ['Time zone', zone],
    // Integrations that were never fetched are named, and open sessions are counted above.
    ['Figures as of', freshnessText({ asOf: report.coverage.asOf, notFetched: 0 })],
    ...coverageLines(coverage, { withOpen: false }),
    ['Why you get this', reason],
  ];
}

/** `2026-11-19`, or the first and the last day. */
function daysOf(from: Date, to: Date): string {
  const first: Day = romeDay(from);
  const last: Day = romeDay(new Date(to.getTime() - 1));
  return first === last ? first : `${first} to ${last}`;
}

function aboutTable(facts: readonly [string, string][]): Table {
  return {
    name: 'About',
    columns: [
      { title: 'What', kind: 'text', width: 20 },
      { title: 'Value', kind: 'text', width: 80 },
    ],
    rows: [facts.map((cells) => ({ cells }))],
  };
}
