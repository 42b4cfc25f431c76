/** Which alerts a run finds, and why one of them has no case. */
import {
  gameLabel,
  type RtpAwaitedCase,
  type RtpEvidence,
  type RtpGame,
  type RtpIntegration,
  rtpRules,
  worstVerdictOf,
} from '@ludus/contract';
import { addDays, type Clock, romeDay, startOfRomeDay } from '../../infra/clock/index.ts';
import type { Db, Postgres } from '../../infra/postgres/index.ts';
import { type CasePlace, findClosedSince, findOpenPlaces, type StoredCase } from './cases.repo.ts';
import { nextCheck } from './rtp-monitor.job.ts';
import { evidenceOf } from './rtp-monitor.mapper.ts';
import type { MeasuredGame, MeasuredRun } from './rtp-monitor.service.ts';

/** A place that is measured, with what is known of it. */
export interface Measured extends CasePlace {
  name: string;
  /** Of the integration; null for the game as a whole. */
  place: string | null;
  evidence: RtpEvidence | null;
  /** Standard errors of the more deviating of both windows. */
  z: number;
  isAlert: boolean;
}

/** What is worse by this many standard errors than what is known is news. */
export const newsAt = 1;

/**
 * Finds the closed case that an alert opens no other one beside: windows overlap, so what was concluded about most of these days
 * stands, unless they got worse or the maths changed.
 */
export async function findConclusion(
  db: Db,
  found: Pick<Measured, 'gameId' | 'integrationId' | 'evidence' | 'z'>,
  at: Date,
): Promise<StoredCase | undefined> {
  const { evidence, z } = found;
  const known = await findClosedSince(db, found, startOfRomeDay(addDays(romeDay(at), -rtpRules.windowDays)));
  if (known === undefined || evidence === null) return undefined;
  const isSameMaths = known.latest.since === evidence.since && known.latest.rtp === evidence.rtp;
  return isSameMaths && Math.abs(z) < Math.abs(known.latest_z) + newsAt ? known : undefined;
}

export type AwaitedCaseOf = (
  measured: Omit<MeasuredGame, 'measuredAt'>,
  only?: { integrationId: number },
) => Promise<RtpAwaitedCase | null>;

/** Says why alerts of a game, or of the game at one integration, have no case yet; null where each has one. */
export function createAwaitedCaseOf(postgres: Pick<Postgres, 'db'>, clock: Clock): AwaitedCaseOf {
  return async ({ game, integrations, ...run }, only) => {
    const at = clock.now();
    const alerts = measuredOf({
      ...run,
      measuredAt: at.toISOString(),
      games: [{ game, integrations }],
    }).filter((one) => one.isAlert && (only === undefined || one.integrationId === only.integrationId));
    if (alerts.length === 0) return null;
    const open = await findOpenPlaces(postgres.db);
    const waiting = alerts.filter(
      (one) => !open.some((row) => row.gameId === one.gameId && row.integrationId === one.integrationId),
    );
    if (waiting.length === 0) return null;
    const conclusions = await Promise.all(waiting.map((one) => findConclusion(postgres.db, one, at)));
    const isAwaited = conclusions.includes(undefined);
    return {
      nextCheckAt: nextCheck(at).toISOString(),
      concludedIn: isAwaited ? null : (conclusions[0]?.id ?? null),
    };
  };
}

/** Each integration of each game, and the game as a whole where none of them explains its alert. */
export function measuredOf({ games, ...run }: MeasuredRun): Measured[] {
  return games.flatMap(({ game, integrations }) => {
    const own = integrations.map((one) => measuredAt(game, one, one, run));
    const whole = measuredAt(game, game, null, run);
    const isExplained = own.some(({ isAlert }) => isAlert);
    return [...own, { ...whole, isAlert: whole.isAlert && !isExplained }];
  });
}

function measuredAt(
  game: RtpGame,
  checks: Pick<RtpIntegration, 'month' | 'variant' | 'lifetime'>,
  at: Pick<RtpIntegration, 'integrationId' | 'integrationName'> | null,
  run: Omit<MeasuredRun, 'games'>,
): Measured {
  const { month, variant } = checks;
  const zs = [month.z ?? 0, variant.z ?? 0];
  return {
    gameId: game.gameId,
    integrationId: at?.integrationId ?? null,
    name: gameLabel(game),
    place: at?.integrationName ?? null,
    z: Math.abs(zs[0] as number) >= Math.abs(zs[1] as number) ? (zs[0] as number) : (zs[1] as number),
    isAlert: worstVerdictOf([month.verdict, variant.verdict]) === 'alert',
    evidence: evidenceOf(game, checks, run),
  };
}
