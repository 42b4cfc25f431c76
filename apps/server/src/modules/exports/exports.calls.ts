import type { BodyOf, exportSessions, mailDetailedReport } from '@ludus/contract';
import { parsePeriod, romeDay } from '../../infra/clock/index.ts';
import type { ExportRequest } from './exports.request.ts';

/** All pages of the list: what only concerns one page or a mail is left out. */
export function sessionsRequest(query: BodyOf<typeof exportSessions>['filter']): ExportRequest {
  const { page: _page, limit: _limit, nextItem: _next, socketId: _socket, emails: _emails, ...rest } = query;
  const { order, ...filter } = rest;
  return { kind: 'sessions', filter, ...(order === undefined ? {} : { order }) };
}

/** The report of the range, with figures per day when it is longer than one. */
export function mailedReport(body: BodyOf<typeof mailDetailedReport>): ExportRequest {
  const { from, to, isOpen, gameIds: games, integrations, operators } = body;
  const period = parsePeriod(body);
  const singleDay = romeDay(period.from) !== romeDay(new Date(period.to.getTime() - 1));
  return { kind: 'report', request: { from, to, singleDay, isOpen, games, integrations, operators } };
}
