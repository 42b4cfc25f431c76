import type { EuroRange } from '@ludus/contract';
import { gameLabel } from '@ludus/contract';
import { minuteText, parsePeriod, romeDay, zone } from '../../infra/clock/index.ts';
import { detailsMail, type FactValue } from '../../infra/mail/details.ts';
import { formatCount } from '../../infra/messages/index.ts';
import { type Freshness, freshnessText, integrationName, type References } from '../integrations/index.ts';
import type { MailedFilter } from './sessions.mail-payload.ts';

/** What a mail states about its list. */
export interface MailDetails {
  filter: MailedFilter;
  names: References;
  rows: number;
  fresh: Freshness;
  /** What is missing in the list, as labels and values. */
  missing: readonly (readonly [string, string])[];
  username: string;
  /** Where the list is when it is too large to be attached. */
  download?: { url: string; expiresAt: Date } | undefined;
}

/** Returns the name of the attachment: the first and the last day of the period in Rome, whatever zone it was sent in. */
export function sessionsFileName(filter: MailedFilter): string {
  const { from, to } = parsePeriod(filter);
  const last = new Date(to.getTime() - 1);
  return `sessions-${romeDay(from)}-${romeDay(last)}.csv`;
}

/** Subject, text and markup of the mail with a sessions list: what was filtered, in which zone, how fresh, how many. */
export function sessionsMail(details: MailDetails): { subject: string; text: string; html: string } {
  const { from, to } = parsePeriod(details.filter);
  const period = `${minuteText(from)} to ${minuteText(to)} (end not included)`;
  const count = formatCount(details.rows);
  const lines: (readonly [string, FactValue])[] = [
    ['Period', period],
    ...filterLines(details),
    ['Sessions', count],
    ['Time zone', zone],
    ['Sessions as of', freshnessText(details.fresh)],
    ...details.missing,
    ['Requested by', details.username],
    ...downloadLines(details),
  ];
  const opening =
    details.rows === 0
      ? 'No session matches these filters; the attached file holds only the heading.'
      : `${details.download === undefined ? 'The attached file' : 'The file behind the link below, which is too large for a mail,'} holds every session that matches these filters. Amounts are euro with a decimal point; open sessions hold what was played so far.`;
  const { text, html } = detailsMail('Sessions list', opening, lines);
  return {
    subject: `Sessions list, ${minuteText(from)} to ${minuteText(to)}, ${count} sessions`,
    text,
    html,
  };
}

function downloadLines({ download }: MailDetails): [string, FactValue][] {
  if (download === undefined) return [];
  return [
    ['Download', { url: download.url }],
    [
      'Download until',
      `${minuteText(download.expiresAt)}, while the rights of whoever requested it stay the same`,
    ],
  ];
}

/** Returns the filters of a list as labels and values; those that are not set are left out. */
export function filterLines({ filter, names }: Pick<MailDetails, 'filter' | 'names'>): [string, string][] {
  const integrations = (ids: readonly number[]) => ids.map((id) => integrationName(names, id)).join(', ');
  const operators = (ids: readonly number[]) =>
    ids.map((id) => names.operators.get(id)?.name ?? `Operator ${id}`).join(', ');
  const games = (ids: readonly number[]) =>
    ids
      .map((id) => {
        const known = names.games.get(id);
        return known === undefined ? `Game ${id}` : gameLabel(known.summary);
      })
      .join(', ');
  const lines: [string, string | null][] = [
    ['Type', filter.sessionTypeId == null ? 'real and fun' : filter.sessionTypeId === 1 ? 'real' : 'fun'],
    ['State', filter.isOpen == null ? 'open and closed' : filter.isOpen ? 'open' : 'closed'],
    ['Rounds', filter.nonZeroRounds ? 'more than 0' : 'any'],
    ['Integrations', named(filter.integrationId, integrations)],
    ['Integrations', named(filter.filter?.integrationId, integrations)],
    ['Operators', named(filter.filter?.operatorId, operators)],
    ['Games', named(filter.gameIds, games)],
    ['User ID', filter.userId || null],
    ['Bet', range(filter.betRange)],
    ['Win', range(filter.winRange)],
    ['Gross win', range(filter.grossWinRange)],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== null);
}

function named(
  ids: readonly number[] | undefined,
  nameAll: (ids: readonly number[]) => string,
): string | null {
  return ids === undefined || ids.length === 0 ? null : nameAll(ids);
}

function range(given: EuroRange | undefined): string | null {
  if (given === undefined || (given.min === null && given.max === null)) return null;
  const euros = (value: number) => `${value.toFixed(2)} EUR`;
  if (given.max === null) return `from ${euros(given.min ?? 0)}`;
  return given.min === null ? `up to ${euros(given.max)}` : `${euros(given.min)} to ${euros(given.max)}`;
}
