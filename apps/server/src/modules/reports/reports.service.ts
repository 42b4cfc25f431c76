import {
  type DetailedReport,
  messageOf,
  metricByName,
  type ReportRequest,
  sessionTypes,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { type Clock, calendarOf, parsePeriod } from '../../infra/clock/index.ts';
import { ValidationError } from '../../infra/errors/index.ts';
import type { FreshnessOf, ReferenceData } from '../integrations/index.ts';
import { addAggregates, type Dimension, noAggregates, type SessionStore } from '../session-store/index.ts';
import {
  axisOf,
  hasTooManyBuckets,
  maxBuckets,
  refuseOversized,
  seesNetAndDue,
} from '../statistics/index.ts';
import { reportFiguresOf, reportTree } from './reports.mapper.ts';

export interface ReportsDeps {
  sessionStore: Pick<SessionStore, 'queryAggregates' | 'queryAggregatesByLevel' | 'state'>;
  referenceData: Pick<ReferenceData, 'read'>;
  freshness: FreshnessOf;
  clock: Clock;
}

/** What a report is requested with; mails may request only open or only closed sessions. */
export type ReportQuestion = Pick<ReportRequest, 'from' | 'to' | 'singleDay'> &
  Partial<Pick<ReportRequest, 'timeZone' | 'games' | 'operators' | 'integrations' | 'stats'>> & {
    isOpen?: boolean | null | undefined;
  };

export interface ReportsService {
  /**
   * Figures of real sessions by integration, platform, operator and game, of the integrations the actor sees.
   * @throws ValidationError for a bad period, an unknown figure, and for more rows than a screen can use; AbortError once no
   * one wants it
   */
  report(actor: Actor, question: ReportQuestion, signal?: AbortSignal): Promise<DetailedReport>;
}

const treeLevels: readonly (readonly Dimension[])[] = [
  ['integration'],
  ['integration', 'operator'],
  ['integration', 'operator', 'game'],
];

export function createReportsService({
  sessionStore,
  referenceData,
  freshness,
  clock,
}: ReportsDeps): ReportsService {
  async function createReport(
    actor: Actor,
    question: ReportQuestion,
    signal: AbortSignal | undefined,
  ): Promise<DetailedReport> {
    const calendar = calendarOf(question.timeZone);
    const period = parsePeriod(question, calendar);
    checkStats(question.stats);
    if (question.singleDay && hasTooManyBuckets(period, 'day')) {
      throw new ValidationError({ to: messageOf('fields.periodTooLong', { count: maxBuckets }) });
    }
    const [names, state] = await Promise.all([referenceData.read(), sessionStore.state()]);
    const platformOf = new Map(
      [...names.operators.values()].flatMap(({ id, platformId }) =>
        platformId === null ? [] : [[id, platformId] as const],
      ),
    );
    const { integrations, operators, games, isOpen } = question;
    const filter = {
      periods: [period],
      sessionType: sessionTypes.real,
      integrations,
      operators,
      games,
      isOpen,
      players: true,
    };
    const scope = integrationScope(actor);
    const [fresh, [byIntegration = [], byOperator = [], byGame = [], byPlatform = []], byDay] =
      await Promise.all([
        freshness(actor, integrations),
        sessionStore.queryAggregatesByLevel(
          { ...filter, platformOf },
          platformOf.size === 0 ? treeLevels : [...treeLevels, ['integration', 'platform']],
          scope,
          state,
        ),
        question.singleDay
          ? sessionStore.queryAggregates({ ...filter, grain: 'day', timeZone: calendar.zone }, scope, state)
          : null,
      ]);
    const withNet = seesNetAndDue(actor);
    // No player is at two integrations, so theirs may be added up.
    const totals = addAggregates(byIntegration);
    const days = new Map(byDay?.map((row) => [row.bucket, row]));
    return {
      response: await reportTree(
        { integrations: byIntegration, platforms: byPlatform, operators: byOperator, games: byGame },
        names,
        withNet,
        signal,
      ),
      responsePerDay:
        byDay === null
          ? null
          : axisOf(period, 'day', clock.now(), calendar).map(({ number, bucket }) => ({
              day: bucket.key,
              partial: bucket.partial,
              ...reportFiguresOf(days.get(number) ?? noAggregates, withNet),
            })),
      totals: reportFiguresOf(totals, withNet),
      coverage: {
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        zone: calendar.zone,
        ...fresh,
        openSessions: Number(totals.open),
      },
    };
  }

  return {
    report: (actor, question, signal) =>
      refuseOversized(() => createReport(actor, question, signal), 'to', 'fields.tooManyReportRows'),
  };
}

// Every row has every visible metric; an unknown name is still a mistake of the caller.
function checkStats(stats: readonly string[] | undefined): void {
  const unknown = stats?.find((name) => metricByName(name) === undefined);
  if (unknown !== undefined)
    throw new ValidationError({ stats: messageOf('fields.unknownFigure', { name: unknown }) });
}
