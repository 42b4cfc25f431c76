/** The RTP monitor: what games pay back, game by game and integration by integration, against what their maths sheets promise. */
import {
  addRtpCaseNote,
  closeRtpCase,
  gameLabel,
  getRtpCase,
  getRtpMonitor,
  getRtpOfGame,
  listRtpCases,
  openRtpCase,
  type RtpVerdict,
  reopenRtpCase,
  rtpRules,
  runRtpMonitor,
} from '@ludus/contract';
import type { CurrentRights } from '../../infra/access/principal.ts';
import { addDays, romeDay, startOfRomeDay } from '../../infra/clock/index.ts';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { findGameMaths } from '../games/index.ts';
import type { Notify } from '../notifications/index.ts';
import { createAwaitedCaseOf } from './cases.alerts.ts';
import { type CasePlace, findOpenPlaces, findPlacesClosedSince } from './cases.repo.ts';
import { createRtpCasesService } from './cases.service.ts';
import { createCaseFiles, createGameFiles, gameFilesOf } from './evidence.files.ts';
import { defineRtpMonitorJob, startRtpMonitor } from './rtp-monitor.job.ts';
import {
  createRtpMonitorService,
  type RtpMonitorDeps,
  type RtpMonitorService,
} from './rtp-monitor.service.ts';

export { countOpenCases } from './cases.repo.ts';
export type { MeasuredRun, RtpMonitorService } from './rtp-monitor.service.ts';

export interface RtpMonitorPorts
  extends Pick<RtpMonitorDeps, 'sessionStore' | 'referenceData' | 'freshness'> {
  notify: Notify;
  /** The rights of a person who opens the evidence of a case. */
  rights: CurrentRights;
}

export function createRtpMonitorModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'jobs' | 'realtime'>,
  { rights, notify, ...ports }: RtpMonitorPorts,
): HubModule & { service: RtpMonitorService } {
  const { clock, postgres, jobs, realtime } = infra;
  const service = createRtpMonitorService({
    ...ports,
    clock,
    gameMaths: () => findGameMaths(postgres.db),
    openCases: () => findOpenPlaces(postgres.db),
  });

  const caseFiles = createCaseFiles(infra, rights);
  const awaitedCaseOf = createAwaitedCaseOf(postgres, clock);
  const gameFiles = createGameFiles(infra, { rights, measureOne: service.measureOne, awaitedCaseOf });
  const cases = createRtpCasesService({
    postgres,
    clock,
    realtime,
    measureAll: service.measureAll,
    measureOne: service.measureOne,
    urlSigner: caseFiles.urlSigner,
    notify,
  });
  const job = defineRtpMonitorJob(cases.run);
  return {
    name: 'rtp-monitor',
    service,
    endpoints: [
      bind(getRtpMonitor, ({ actor, query }) => service.list(actor, query)),
      bind(getRtpOfGame, async ({ actor, params: { gameId }, query }) => {
        const [detail, urlOf] = await Promise.all([
          service.game(actor, gameId, query),
          gameFiles.urlSigner(),
        ]);
        const isJudged = detail.game.rtp !== null && detail.game.deviation !== null;
        const at = detail.integrations.find((one) => one.integrationId === query.integrationId) ?? null;
        return {
          ...detail,
          awaitedCase: await awaitedCaseOf(detail),
          files: isJudged ? gameFilesOf({ ...detail, at }, urlOf, actor.userId) : null,
        };
      }),
      bind(listRtpCases, ({ query }) => cases.list(query)),
      bind(getRtpCase, ({ actor, params }) => cases.get(actor, params.id)),
      bind(addRtpCaseNote, ({ actor, params, body }) => cases.addNote(actor, params.id, body.text)),
      bind(closeRtpCase, ({ actor, params, body }) => cases.close(actor, params.id, body)),
      bind(openRtpCase, ({ actor, body }) => cases.open(actor, body)),
      bind(reopenRtpCase, ({ actor, params, body }) => cases.reopen(actor, params.id, body.reason)),
      bind(runRtpMonitor, () => cases.run()),
    ],
    jobs: [job],
    plugin: async (server) => {
      await server.register(caseFiles.plugin);
      await server.register(gameFiles.plugin);
    },
    start: () => startRtpMonitor(jobs, job),
  };
}

/** A game that an integration pays wrongly. */
export interface RtpAlert {
  gameId: number;
  name: string;
  verdict: RtpVerdict;
  /** Its case was closed about these days, though it is measured as an alert still. */
  isConcluded?: true;
}

/**
 * Finds the games that integrations pay wrongly, for those who decide about their figures: those with an open case, there or of the
 * game as a whole, and alerts without one, be it that there was none yet or that it was closed. One run for all of them.
 */
export function findRtpAlerts(
  service: Pick<RtpMonitorService, 'measureAll'>,
  { postgres, clock }: Pick<Infra, 'postgres' | 'clock'>,
) {
  return async (integrationIds: readonly number[]): Promise<Map<number, RtpAlert[]>> => {
    const since = startOfRomeDay(addDays(romeDay(clock.now()), -rtpRules.windowDays));
    const [{ games }, open, concluded] = await Promise.all([
      service.measureAll(),
      findOpenPlaces(postgres.db),
      findPlacesClosedSince(postgres.db, since),
    ]);
    const isAt = (places: readonly CasePlace[], gameId: number, integrationId: number | null) =>
      places.some((place) => place.gameId === gameId && place.integrationId === integrationId);
    const alertsAt = (integrationId: number) =>
      games.flatMap(({ game: { gameId, name, sub_name }, integrations }): RtpAlert[] => {
        const own = integrations.find((row) => row.integrationId === integrationId);
        if (own === undefined) return [];
        const named = { gameId, name: gameLabel({ name, sub_name }) };
        if (isAt(open, gameId, integrationId) || isAt(open, gameId, null))
          return [{ ...named, verdict: 'pinned' }];
        if (own.verdict !== 'alert') return [];
        return isAt(concluded, gameId, integrationId)
          ? [{ ...named, verdict: 'alert', isConcluded: true }]
          : [{ ...named, verdict: 'alert' }];
      });
    return new Map(integrationIds.map((integrationId) => [integrationId, alertsAt(integrationId)]));
  };
}
