import type { PlatformSession } from '@ludus/contract/operator-api';
import type { Check, Checks } from '../check.ts';
import { compareRows, expectPage, type Page, repeatedIn } from '../feed.ts';
import { Skipped } from '../probe.ts';

/** A platform's clock may be so much ahead of this one. */
const clockSkewMs = 2 * 60_000;

/** Fields whose errors are errors of amounts. */
const amountFields = ['bet', 'win', 'netWin', 'due'];

const pages: Check = async ({ evidence, probe }) => {
  const { walk } = await evidence.recent();
  for (const page of walk.pages) expectPage(probe, page);
  const last = walk.pages.at(-1);
  if (!walk.isWhole && !walk.isTooMuch && last?.trailer?.nextCursor != null) {
    probe.fail('noEnd', { pages: walk.pages.length }, last.reply.request);
  }
};

/** Names each line that is wrong in one of the fields, or in none of the others. */
function wrongLines(isAmount: boolean): Check {
  return async ({ evidence, probe }) => {
    const { walk } = await evidence.recent();
    requireLines(walk.pages);
    for (const { wrong, reply } of walk.pages) {
      for (const { number, reasons, fields } of wrong) {
        const ofAmounts = fields.filter((field) => amountFields.includes(field));
        if (isAmount ? ofAmounts.length === 0 : ofAmounts.length === fields.length && fields.length > 0)
          continue;
        probe.fail('line', { number, reason: reasons.join('; ').slice(0, 300) }, reply.request);
      }
    }
  };
}

function requireLines(all: readonly Page[]): void {
  if (all.every(({ lines }) => lines === 0)) {
    if (all.some(({ trailer }) => trailer === null)) throw new Skipped('dependsOn', { check: 'feed-pages' });
    throw new Skipped('noSessions', { days: 0 });
  }
}

/** A check of every row of the last days. */
function ofRows(
  check: (rows: PlatformSession[], context: Parameters<Check>[0], request: string) => void,
): Check {
  return async (context) => {
    const { walk } = await context.evidence.recent();
    requireLines(walk.pages);
    check(walk.rows, context, walk.pages[0]?.reply.request ?? '');
  };
}

const period: Check = async ({ evidence, probe }) => {
  const { walk } = await evidence.recent();
  requireLines(walk.pages);
  for (const { rows, reply } of walk.pages) {
    for (const { sessionId, updatedAt } of rows) {
      const at = Date.parse(updatedAt);
      if (at < walk.period.from || at >= walk.period.to)
        probe.fail('outside', { id: sessionId, at: updatedAt }, reply.request);
    }
  }
};

const order = ofRows((rows, { probe }, request) => {
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    if (before === undefined || before.sessionId === row.sessionId || compareRows(before, row) < 0) continue;
    probe.fail('order', { first: before.sessionId, second: row.sessionId, at: row.updatedAt }, request);
  }
});

const once = ofRows((rows, { probe }, request) => {
  const repeated = repeatedIn(rows);
  for (const { id } of repeated) probe.fail('twice', { id, count: repeated.length }, request);
});

const facts: Check = async ({ client, evidence, probe }) => {
  const { walk } = await evidence.recent();
  requireLines(walk.pages);
  const operators = await evidence.operators();
  const known = operators === null ? null : new Set(operators.map(({ code }) => code));
  const latest = evidence.now + clockSkewMs + client.options.timeoutMs;
  for (const { rows, reply } of walk.pages) {
    for (const { sessionId, createdAt, updatedAt, operatorCode } of rows) {
      if (updatedAt < createdAt)
        probe.fail('updatedBeforeCreated', { id: sessionId, createdAt, updatedAt }, reply.request);
      if (Date.parse(updatedAt) > latest)
        probe.fail('inFuture', { id: sessionId, at: updatedAt }, reply.request);
      if (known?.has(operatorCode) === false)
        probe.fail('unknownOperator', { id: sessionId, operator: operatorCode }, reply.request);
    }
  }
};

const externalIds = ofRows((rows, { client, probe }, request) => {
  const hasIds = ({ externalSessionId, externalTicketId }: PlatformSession): boolean | null =>
    externalSessionId !== null && externalTicketId !== null
      ? true
      : externalSessionId === null && externalTicketId === null
        ? false
        : null;
  const { version } = client.target;
  const [first] = rows;
  const expected = version === null ? (first === undefined ? null : hasIds(first)) : version === 'GAI2';
  for (const row of rows) {
    if (hasIds(row) !== expected || expected === null)
      probe.fail('externalIds', { id: row.sessionId, version: version ?? '–' }, request);
  }
});

export const feedRowChecks = {
  'feed-pages': pages,
  'feed-shape': wrongLines(false),
  amounts: wrongLines(true),
  'feed-period': period,
  'feed-order': order,
  'feed-once': once,
  'feed-facts': facts,
  'external-ids': externalIds,
} satisfies Checks;
