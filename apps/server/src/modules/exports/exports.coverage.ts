/** The file of the certificates' matrix: a row for each game, a column for each jurisdiction that its integrations need. */
import { type CoverageCell, type CoverageState, jurisdictionName, messageOf } from '@ludus/contract';
import { type Actor, integrationScope, visibleIntegrations } from '../../infra/access/index.ts';
import { minuteText, romeDay, zone } from '../../infra/clock/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';
import type { Table } from '../../infra/spreadsheet/index.ts';
import type { CoverageService } from '../certificates/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { ExportRequest } from './exports.request.ts';
import type { Prepared } from './exports.sources.ts';

export type CoverageSource = Pick<CoverageService, 'wholeCoverage' | 'allActions'>;
type CoverageRequest = Extract<ExportRequest, { kind: 'coverage' }>;

/** As the file words them, which is English like every file. */
const stateTexts: Record<CoverageState, string> = {
  valid: 'Valid',
  expiring: 'Expiring',
  expired: 'Expired',
  missing: 'Missing',
};

/**
 * Asks for the matrix as it is on a day.
 * @throws NotFoundError for an integration that does not exist, or that the actor does not see
 */
export async function coverageRequest(
  actor: Actor,
  filter: CoverageRequest['filter'],
  { referenceData, now }: { referenceData: Pick<ReferenceData, 'read'>; now: Date },
): Promise<CoverageRequest> {
  const { integrationId: id } = filter;
  const isKnown = id === undefined || (await referenceData.read()).integrations.has(id);
  const isSeen = id === undefined || visibleIntegrations(actor, [id])?.length !== 0;
  if (!isKnown || !isSeen) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
  return { kind: 'coverage', filter, at: now.toISOString() };
}

/** `certificates-2026-11-26`, `certificates-needs-action-2026-11-26`: the day in Rome. */
export function fileBaseOfCoverage({ filter, at }: CoverageRequest): string {
  return `certificates-${filter.action ? 'needs-action-' : ''}${romeDay(new Date(at))}`;
}

function cellText({ state, until, from, integrations }: CoverageCell): string {
  if (state === 'valid' || state === 'expiring')
    return `${stateTexts[state]}${until === null ? '' : ` until ${until}`}`;
  const names = integrations.map(({ name }) => name).join(', ');
  const days = `${until === null ? '' : ` on ${until}`}${from === null ? '' : `, valid from ${from}`}`;
  return `${stateTexts[state]}${days} (${names})`;
}

interface CoverageFileDeps {
  certificates: CoverageSource;
  referenceData: Pick<ReferenceData, 'read'>;
}

/** Reads the whole matrix, or all that needs action: games are some thousands at most. */
export async function prepareCoverage(
  actor: Actor,
  request: CoverageRequest,
  deps: CoverageFileDeps,
): Promise<Prepared> {
  const { filter, at } = request;
  const { table, rows, totals, lines } = filter.action
    ? await actionsTable(actor, request, deps)
    : await matrixTable(actor, request, deps);
  const scope = integrationScope(actor);
  const id = scope.kind === 'one' ? scope.id : filter.integrationId;
  const name = id === undefined ? 'all' : (await deps.referenceData.read()).integrations.get(id)?.name;
  return {
    cells: rows * table.columns.length,
    lines: [
      ['Integration', name ?? String(id)],
      [
        'Jurisdictions',
        filter.jurisdiction?.map((code) => jurisdictionName(code)).join(', ') || 'all that are needed',
      ],
      ...(filter.find === undefined ? [] : [['Name contains', filter.find] as [string, string]]),
      ['Requested at', `${minuteText(new Date(at))} (${zone})`],
      ...Object.entries(totals).map(([state, count]): [string, string] => [
        stateTexts[state as CoverageState],
        String(count),
      ]),
      ...lines,
    ],
    async write(sink, onProgress) {
      await sink([table], () => rows);
      onProgress(rows, rows);
      return rows;
    },
  };
}

interface Content {
  table: Table;
  rows: number;
  totals: Partial<Record<CoverageState, number>>;
  lines: [string, string][];
}

async function matrixTable(
  actor: Actor,
  { filter: { action: _action, state: _state, ...filter } }: CoverageRequest,
  { certificates }: CoverageFileDeps,
): Promise<Content> {
  const { rows: games, jurisdictions, totals } = await certificates.wholeCoverage(actor, filter);
  const rows = games.map(({ game, cells }) => {
    const byCode = new Map(cells.map((cell) => [cell.jurisdiction, cell]));
    return [
      game.id,
      game.name,
      game.sub_name,
      ...jurisdictions.map((code) => {
        const cell = byCode.get(code);
        return cell === undefined ? null : cellText(cell);
      }),
    ];
  });
  return {
    table: {
      name: 'Certificates',
      columns: [
        ...gameColumns,
        ...jurisdictions.map((code) => ({ title: jurisdictionName(code), kind: 'text' as const, width: 26 })),
      ],
      rows: [rows.map((cells) => ({ cells }))],
    },
    rows: rows.length,
    totals,
    lines: [
      ['Games', filter.gaps === true ? 'only with something expired or missing' : 'all'],
      ['Empty cells', 'not needed by any integration of the game'],
    ],
  };
}

const gameColumns: Table['columns'] = [
  { title: 'Game ID', kind: 'count' },
  { title: 'Game', kind: 'text', width: 30 },
  { title: 'Sub name', kind: 'text', width: 24 },
];

/** A row for each game and jurisdiction, with the integrations that need it there, in the order of the screen. */
async function actionsTable(
  actor: Actor,
  { filter: { action: _action, gaps: _gaps, order: _order, ...filter } }: CoverageRequest,
  { certificates }: CoverageFileDeps,
): Promise<Content> {
  const { rows, totals } = await certificates.allActions(actor, filter);
  return {
    table: {
      name: 'Needs action',
      columns: [
        { title: 'State', kind: 'text', width: 12 },
        ...gameColumns,
        { title: 'Jurisdiction', kind: 'text', width: 26 },
        { title: 'Last day', kind: 'text', width: 14 },
        { title: 'Valid again from', kind: 'text', width: 16 },
        { title: 'Integrations', kind: 'text', width: 40 },
        { title: 'Certificate ID', kind: 'count' },
      ],
      rows: [
        rows.map(({ state, game, jurisdiction, until, from, integrations, certificateId }) => ({
          cells: [
            stateTexts[state],
            game.id,
            game.name,
            game.sub_name,
            jurisdictionName(jurisdiction),
            until,
            from,
            integrations.map(({ name }) => name).join(', '),
            certificateId,
          ],
        })),
      ],
    },
    rows: rows.length,
    totals,
    lines: [
      [
        'State',
        filter.state === undefined
          ? 'expired, expiring within 60 days, and missing'
          : stateTexts[filter.state],
      ],
    ],
  };
}
