/** The RTP monitor: what games pay back, game by game and integration by integration, against what their maths sheets promise. */
import { Readable } from 'node:stream';
import {
  addRtpCaseNote,
  closeRtpCase,
  gameLabel,
  getRtpCase,
  getRtpMonitor,
  getRtpOfGame,
  isLanguage,
  listRtpCases,
  type RtpVerdict,
  rtpRules,
  runRtpMonitor,
} from '@ludus/contract';
import { type CurrentRights, findActor } from '../../infra/access/principal.ts';
import { addDays, romeDay, startOfRomeDay } from '../../infra/clock/index.ts';
import { bind, createSignedFiles, type Download } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { findGameMaths } from '../games/index.ts';
import type { Notify } from '../notifications/index.ts';
import {
  type CasePlace,
  findCase,
  findEvents,
  findOpenPlaces,
  findPlacesClosedSince,
  noteOnce,
} from './cases.repo.ts';
import { createRtpCasesService, evidenceName } from './cases.service.ts';
import { writeEvidence } from './evidence.ts';
import { defineRtpMonitorJob, startRtpMonitor } from './rtp-monitor.job.ts';
import {
  createRtpMonitorService,
  type RtpMonitorDeps,
  type RtpMonitorService,
} from './rtp-monitor.service.ts';

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

  async function findEvidence(
    file: string,
    userId: string,
    isDownload: boolean,
  ): Promise<Download | undefined> {
    const [id, language] = file.split('-');
    const actor = await findActor(userId, rights);
    if (actor?.can('rtp:monitor') !== true || !isLanguage(language)) return undefined;
    const row = await findCase(postgres.db, Number(id));
    if (row === undefined) return undefined;
    if (isDownload) {
      const at = clock.now();
      await noteOnce(postgres.db, row.id, {
        at,
        kind: 'printed',
        userId,
        since: startOfRomeDay(romeDay(at)),
      });
    }
    const bytes = await writeEvidence(row, await findEvents(postgres.db, row.id), language);
    return {
      fileName: evidenceName(row.id, language),
      contentType: 'application/pdf',
      bytes: bytes.length,
      open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
    };
  }

  const files = createSignedFiles(infra, {
    prefix: '/files/rtp-cases',
    purpose: 'rtp case',
    find: (id, userId, ipAddress) => findEvidence(id, userId, ipAddress !== undefined),
  });
  const cases = createRtpCasesService({
    postgres,
    clock,
    realtime,
    measureAll: service.measureAll,
    urlSigner: files.urlSigner,
    notify,
  });
  const job = defineRtpMonitorJob(cases.run);
  return {
    name: 'rtp-monitor',
    service,
    endpoints: [
      bind(getRtpMonitor, ({ actor, query }) => service.list(actor, query)),
      bind(getRtpOfGame, ({ actor, params, query }) => service.game(actor, params.gameId, query)),
      bind(listRtpCases, ({ query }) => cases.list(query)),
      bind(getRtpCase, ({ actor, params }) => cases.get(actor, params.id)),
      bind(addRtpCaseNote, ({ actor, params, body }) => cases.addNote(actor, params.id, body.text)),
      bind(closeRtpCase, ({ actor, params, body }) => cases.close(actor, params.id, body)),
      bind(runRtpMonitor, () => cases.run()),
    ],
    jobs: [job],
    plugin: files.plugin,
    start: () => startRtpMonitor(jobs, job),
  };
}

/** A game that an integration pays wrongly. */
export interface RtpAlert {
  gameId: number;
  name: string;
  verdict: RtpVerdict;
}

/**
 * Finds the games that integrations pay wrongly and that no one has concluded about, for those who decide about their figures: those
 * with an open case, there or of the game as a whole, and alerts that have none yet. One run for all of them.
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
        return own.verdict === 'alert' && !isAt(concluded, gameId, integrationId)
          ? [{ ...named, verdict: 'alert' }]
          : [];
      });
    return new Map(integrationIds.map((integrationId) => [integrationId, alertsAt(integrationId)]));
  };
}
