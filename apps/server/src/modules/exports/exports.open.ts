/** The text file of open sessions for an outage of the central system: a line each, found again there by its external ids. */
import { messageOf, type OpenAge, openAges } from '@ludus/contract';
import { type Actor, integrationScope, visibleIntegrations } from '../../infra/access/index.ts';
import { romeDay, wallClockWithOffset, zone } from '../../infra/clock/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';
import type { Table } from '../../infra/spreadsheet/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import type { ExportRequest } from './exports.request.ts';
import type { Prepared } from './exports.sources.ts';

export type OpenSessionsSource = Pick<SessionStore['open'], 'list'>;
type OpenRequest = Extract<ExportRequest, { kind: 'openSessions' }>;

/** Ages as the file words them, which is English like every file. */
const ageTexts: Record<OpenAge, string> = {
  under10m: 'under 10 minutes',
  under24h: '10 minutes to 24 hours',
  under21d: '1 to 21 days',
  under30d: '21 to 30 days',
  over30d: 'over 30 days',
};

const columns = ['External session ID', 'External ticket ID'] as const;
/** Far more than one integration has open. */
const mostRows = 200_000;

/** @throws NotFoundError for an integration that does not exist, or that the actor does not see */
export async function openRequest(
  actor: Actor,
  { integrationId, ages }: { integrationId: number; ages?: readonly OpenAge[] | undefined },
  { referenceData, now }: { referenceData: Pick<ReferenceData, 'read'>; now: Date },
): Promise<OpenRequest> {
  const integration = (await referenceData.read()).integrations.get(integrationId);
  if (integration === undefined || visibleIntegrations(actor, [integrationId])?.length === 0) {
    throw new NotFoundError(messageOf('refusals.notFound'));
  }
  const { name } = integration;
  const chosen = openAges.filter((age) => ages === undefined || ages.length === 0 || ages.includes(age));
  return { kind: 'openSessions', integrationId, integrationName: name, ages: chosen, at: now.toISOString() };
}

/** `open-sessions-alpina-2026-11-20-1300`, in the time of Rome. */
export function fileBaseOfOpen({ integrationName, at }: OpenRequest): string {
  const name = integrationName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const time = wallClockWithOffset(new Date(at)).slice(11, 16).replace(':', '');
  return ['open-sessions', name, romeDay(new Date(at)), time].filter((part) => part !== '').join('-');
}

/** Reads the open real sessions of one integration. They are few, and their count stands above them. */
export async function prepareOpen(
  actor: Actor,
  request: OpenRequest,
  openSessions: OpenSessionsSource,
): Promise<Prepared> {
  const filter = {
    at: new Date(request.at),
    ages: request.ages,
    integrations: [request.integrationId],
    sessionType: 1 as const,
  };
  const found = await openSessions.list(
    integrationScope(actor),
    filter,
    { field: 'createdAt', direction: 'asc' },
    { page: 1, limit: mostRows },
  );
  // The central system knows a session by these ids only.
  const known = found.rows.filter((row) => row.externalSessionId !== null || row.externalTicketId !== null);
  const rows = known.map((row) => [row.externalSessionId ?? '', row.externalTicketId ?? '']);
  const leftOut = found.count - rows.length;
  const table: Table = {
    name: 'Open sessions',
    columns: columns.map((title) => ({ title, kind: 'text' })),
    rows: [rows.map((cells) => ({ cells }))],
  };
  return {
    // Made while the caller waits: in an outage no one can wait for a mail.
    cells: 0,
    lines: [
      ['Integration', request.integrationName],
      ['Open sessions as of', `${wallClockWithOffset(filter.at)} (${zone})`],
      ['Age', request.ages.map((age) => ageTexts[age]).join(', ')],
      ['Sessions', String(rows.length)],
      ...(leftOut === 0 ? [] : [['Left out, without external IDs', String(leftOut)] as [string, string]]),
    ],
    async write(sink, onProgress) {
      await sink([table], () => rows.length);
      onProgress(rows.length, rows.length);
      return rows.length;
    },
  };
}

/**
 * A table as text in pieces: comment lines with what it is and its headings, then a line a row, its cells separated by tabs. UTF-8
 * without a mark in front, lines ended by LF. A platform's id with a tab or a line break in it would not stay one cell: it gets spaces.
 */
export async function* textPieces(
  { columns: heads, rows }: Table,
  lines: readonly (readonly [string, string])[],
): AsyncGenerator<string> {
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => cell.replace(/[\t\r\n]/g, ' ')).join('\t')}\n`;
  for (const [what, value] of lines) yield `# ${line([`${what}: ${value}`])}`;
  yield `# ${line(heads.map(({ title }) => title))}`;
  for await (const batch of rows) {
    yield batch.map(({ cells }) => line(cells.map((cell) => String(cell ?? '')))).join('');
  }
}
