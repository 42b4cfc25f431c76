import { type DetailedReport, metricByName, type ReportRequest, sessionTypes } from '@ludus/contract';
import { type Actor, integrationScope } from '../../platform/access/index.ts';
import { type Clock, parsePeriod, zone } from '../../platform/clock/index.ts';
import { ValidationError } from '../../platform/errors/index.ts';
import { addFigures, type Books, type Dimension, noFigures } from '../books/index.ts';
import type { FreshnessOf, ReferenceDirectory } from '../integrations/index.ts';
import { axisOf, mostBuckets, refusingTooMuch, seesNetAndDue, tooManyBuckets } from '../statistics/index.ts';
import { reportFiguresOf, reportTree } from './reports.mapper.ts';

export interface ReportsDeps {
  books: Pick<Books, 'figures' | 'figuresByLevel' | 'state'>;
  directory: Pick<ReferenceDirectory, 'read'>;
  freshness: FreshnessOf;
  clock: Clock;
}

/** What a report is asked with; mails may ask for open or closed sessions alone (API-087). */
export type ReportQuestion = Pick<ReportRequest, 'from' | 'to' | 'singleDay'> &
  Partial<Pick<ReportRequest, 'games' | 'operators' | 'integrations' | 'stats'>> & {
    isOpen?: boolean | null | undefined;
  };

export interface ReportsService {
  /**
   * Figures of real sessions by integration, platform, operator and game (API-086), of the integrations the actor sees.
   * @throws ValidationError for a bad period, an unknown figure, and for more rows than anybody could read
   */
  report(actor: Actor, question: ReportQuestion): Promise<DetailedReport>;
}

const treeLevels: readonly (readonly Dimension[])[] = [
  ['integration'],
  ['integration', 'operator'],
  ['integration', 'operator', 'game'],
];

export function createReportsService({ books, directory, freshness, clock }: ReportsDeps): ReportsService {
  async function answer(actor: Actor, question: ReportQuestion): Promise<DetailedReport> {
    const period = parsePeriod(question);
    checkStats(question.stats);
    if (question.singleDay && tooManyBuckets(period, 'day')) {
      throw new ValidationError({ to: `The period has more than ${mostBuckets} days.` });
    }
    const [names, state] = await Promise.all([directory.read(), books.state()]);
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
        books.figuresByLevel(
          { ...filter, platformOf },
          platformOf.size === 0 ? treeLevels : [...treeLevels, ['integration', 'platform']],
          scope,
          state,
        ),
        question.singleDay ? books.figures({ ...filter, grain: 'day' }, scope, state) : null,
      ]);
    const withNet = seesNetAndDue(actor);
    // No player is at two integrations, so theirs may be added up.
    const totals = addFigures(byIntegration);
    const days = new Map(byDay?.map((row) => [row.bucket, row]));
    return {
      response: reportTree(
        { integrations: byIntegration, platforms: byPlatform, operators: byOperator, games: byGame },
        names,
        withNet,
      ),
      responsePerDay:
        byDay === null
          ? null
          : axisOf(period, 'day', clock.now()).map(({ number, bucket }) => ({
              day: bucket.key,
              partial: bucket.partial,
              ...reportFiguresOf(days.get(number) ?? noFigures, withNet),
            })),
      totals: reportFiguresOf(totals, withNet),
      coverage: {
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        zone,
        ...fresh,
        openSessions: Number(totals.open),
      },
    };
  }

  return {
    report: (actor, question) =>
      refusingTooMuch(
        () => answer(actor, question),
        'to',
        'Choose a shorter period, fewer integrations or fewer games.',
      ),
  };
}

// Every row has every figure that may be seen; a name that is none is a mistake of the caller all the same.
function checkStats(stats: readonly string[] | undefined): void {
  const unknown = stats?.find((name) => metricByName(name) === undefined);
  if (unknown !== undefined) throw new ValidationError({ stats: `Unknown figure "${unknown}".` });
}
