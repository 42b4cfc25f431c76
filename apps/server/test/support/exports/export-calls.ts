/** What tests of exports ask for, and how they read what comes. */
import { type DetailedReport, type ExportedFile, exportedFile, type Role } from '@ludus/contract';
import { openXlsx } from 'hucre/xlsx';
import { expect } from 'vitest';
import { tokenFor } from '../../tokens.ts';
import type { FiguresHub } from './figures-hub.ts';

export type Who = 'admin' | 'manager' | 'alpina' | 'alpinaManager' | 'guest';
export const whos: readonly [Who, Role][] = [
  ['admin', 'ludus_admin'],
  ['manager', 'ludus_manager'],
  ['alpina', 'integration_admin'],
  ['alpinaManager', 'integration_manager'],
  ['guest', 'integration_guest'],
];

export const paths = {
  statistics: '/bookkeeping/stats/export',
  ranking: '/bookkeeping/ranking/export',
  report: '/bookkeeping/stats-detailed/export',
  sessions: '/bookkeeping/sessions/export',
};

/** Calls of one hub; `signIn` renews the tokens by its clock, and the accounts behind them. */
export function exportCalls(world: () => FiguresHub) {
  const tokens = {} as Record<Who, string>;

  async function signIn() {
    const now = world().clock.now();
    for (const [who, role] of whos) {
      const email = `${who}@hub.test`;
      tokens[who] = await tokenFor(role, { now, email });
      world().accounts.set(role, {
        id: `user-${role}`,
        username: role,
        email,
        roles: [role],
        integrationName: role.startsWith('ludus') ? null : 'Alpina',
        enabled: true,
      });
    }
  }

  const post = (path: string, body: object, who?: Who) =>
    world().hub.call('POST', path, { body, ...(who === undefined ? {} : { token: tokens[who] }) });

  async function exported(kind: keyof typeof paths, body: object, who: Who = 'admin'): Promise<ExportedFile> {
    const answer = await post(paths[kind], body, who);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return exportedFile.parse(answer.body);
  }

  const download = (file: Pick<ExportedFile, 'url'>) => fetch(world().hub.url + (file.url ?? ''));

  async function bytesOf(file: Pick<ExportedFile, 'url'>): Promise<Buffer> {
    const answer = await download(file);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  return { tokens, signIn, post, exported, download, bytesOf };
}

/** The sheets of a workbook, each with its heading and its rows by title. */
export async function workbook(bytes: Buffer) {
  const { sheets } = await openXlsx(bytes, { readStyles: true });
  const sheet = (name: string) => {
    const found = sheets.find((one) => one.name === name);
    if (found === undefined) throw new Error(`No sheet ${name}`);
    const [heading = [], ...rows] = found.rows;
    return {
      ...found,
      heading: heading.map(String),
      records: rows.map((row) =>
        Object.fromEntries(heading.map((title, index) => [String(title), row[index] ?? null])),
      ),
    };
  };
  return { names: sheets.map(({ name }) => name), sheet };
}

/** CSV without quoted commas, as the names of these tests have none. */
export function csvRecords(text: string): Record<string, string>[] {
  const [heading = '', ...rows] = text.trimEnd().split('\r\n');
  const titles = heading.split(',');
  return rows.map((row) =>
    Object.fromEntries(row.split(',').map((cell, index) => [titles[index] ?? '', cell])),
  );
}

/** The rows a file of this report should have, in their order: level, name, and figures by heading. */
function rowsOf({ response, totals }: DetailedReport) {
  type Aggregates = DetailedReport['totals'];
  const of = (level: string, name: string | null, own: Aggregates) => ({
    Level: level,
    name,
    Bet: own.bet,
    Win: own.win,
    'Gross win': own.grosswin,
    ...(own.netwin === undefined ? {} : { 'Net win': own.netwin, Due: own.due }),
    RTP: own.rtp,
    Sessions: own.sessionsTotal,
    Rounds: own.rounds,
    Players: own.usersCount,
  });
  const operators = (list: DetailedReport['response'][number]['directOperators']) =>
    list.flatMap((operator) => [
      of('Operator', operator.operatorName, operator),
      ...operator.games.map((game) => of('Game', game.gameName, game)),
    ]);
  return [
    ...response.flatMap((integration) => [
      of('Integration', integration.integrationName, integration),
      ...operators(integration.directOperators),
      ...integration.platforms.flatMap((infra) => [
        of('Platform', infra.platformName, infra),
        ...operators(infra.operators),
      ]),
    ]),
    of('Total', null, totals),
  ];
}

/** A name as files have it: none that a spreadsheet would run. */
export const harmless = (name: string | null) => (name !== null && /^[=@]/.test(name) ? `'${name}` : name);

/** The rows of a file are those of the report, and no name is a formula. */
export function expectReportSheet(records: Record<string, unknown>[], answer: DetailedReport) {
  const expected = rowsOf(answer).map(({ name, ...row }) => ({ ...row, name: harmless(name) }));
  const found = records.map(({ Integration, Platform, Operator, Game, ...row }) => ({
    ...row,
    name: { Integration, Platform, Operator, Game, Total: null }[row.Level as 'Game'] ?? null,
  }));
  expect(found).toEqual(expected);
}
