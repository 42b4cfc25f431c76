import { minuteText, parsePeriod, zone } from '../../platform/clock/index.ts';
import { factsMail } from '../../platform/mail/facts.ts';
import { type Freshness, freshnessText } from '../integrations/index.ts';
import type { ExportKind, ExportRequest } from './exports.request.ts';
import { askedPeriod } from './exports.sources.ts';

const titles: Record<ExportKind, string> = {
  statistics: 'Statistics',
  report: 'Detailed report',
  sessions: 'Sessions list',
};

const notes: Record<ExportKind, string> = {
  statistics: 'Sums of the sessions created in each period; open ones hold what was played so far.',
  report:
    'Real sessions alone; open ones hold what was played so far. Players are distinct within each row and do not add up.',
  sessions: 'Open sessions hold what was played so far.',
};

/** What a file is, in words: for its sheet "About" and for the mail that brings it. */
export function factsOf(
  request: ExportRequest,
  {
    lines,
    fresh,
    now,
    username,
  }: { lines: [string, string][]; fresh: Freshness; now: Date; username: string },
): [string, string][] {
  const { from, to } = parsePeriod(askedPeriod(request));
  return [
    ['Content', titles[request.kind]],
    ['Period', `${minuteText(from)} to ${minuteText(to)} (end not included)`],
    ...lines,
    ['Amounts', 'euro'],
    ['Time zone', zone],
    ['Books as of', freshnessText(fresh)],
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
  const { from, to } = parsePeriod(askedPeriod(request));
  const title = titles[request.kind];
  const rows = file.rows.toLocaleString('en-GB');
  const opening = file.isAttached
    ? 'The file is attached; the address below opens it too.'
    : 'The file is too large for a mail; the address below opens it.';
  const all: (readonly [string, string])[] = [
    ...facts,
    ['Rows', rows],
    ['Download', file.address],
    ['Download until', `${minuteText(file.expiresAt)}, by whoever has the address`],
  ];
  return {
    subject: `${title}, ${minuteText(from)} to ${minuteText(to)}, ${rows} rows`,
    ...factsMail(title, opening, all),
  };
}
