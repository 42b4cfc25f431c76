import type { EuroRange } from '@ludus/contract';
import { gameLabel } from '@ludus/contract';
import { minuteText, parsePeriod, zone } from '../../platform/clock/index.ts';
import { factsMail } from '../../platform/mail/facts.ts';
import { type Freshness, freshnessText, integrationName, type References } from '../integrations/index.ts';
import type { MailedFilter } from './sessions.mail-payload.ts';

/** What a mail says about the list it carries. */
export interface MailFacts {
  filter: MailedFilter;
  names: References;
  rows: number;
  fresh: Freshness;
  username: string;
}

/** Subject, text and markup of the mail with a sessions list: what was filtered, in which zone, how fresh, how many. */
export function sessionsMail(facts: MailFacts): { subject: string; text: string; html: string } {
  const { from, to } = parsePeriod(facts.filter);
  const period = `${minuteText(from)} to ${minuteText(to)} (end not included)`;
  const count = facts.rows.toLocaleString('en-GB');
  const lines: [string, string][] = [
    ['Period', period],
    ...filterLines(facts),
    ['Sessions', count],
    ['Time zone', zone],
    ['Books as of', freshnessText(facts.fresh)],
    ['Requested by', facts.username],
  ];
  const opening =
    facts.rows === 0
      ? 'No session matches these filters; the attached file holds the heading alone.'
      : 'The attached file holds every session that matches these filters. Amounts are euro with a decimal point; open sessions hold what was played so far.';
  const { text, html } = factsMail('Sessions list', opening, lines);
  return {
    subject: `Sessions list, ${minuteText(from)} to ${minuteText(to)}, ${count} sessions`,
    text,
    html,
  };
}

/** The filters of a list in words; those that are not set are left out. */
export function filterLines({ filter, names }: Pick<MailFacts, 'filter' | 'names'>): [string, string][] {
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
    ['User id', filter.userId || null],
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
