import {
  type Bets,
  type BodyOf,
  isAllowedBet,
  messages,
  type ParamsOf,
  type saveBets,
} from '@ludus/contract';
import type { PlatformBets } from '@ludus/contract/operator-api';
import type { Actor } from '../../platform/access/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { ConflictError, NotFoundError, UpstreamError, ValidationError } from '../../platform/errors/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import type { ReferenceDirectory } from '../integrations/index.ts';
import { ascending, type BetsPlace, type GamingService, LostAnswerError } from './bets.platform.ts';
import {
  type BetChange,
  deleteChange,
  deleteOlderLost,
  findLost,
  insertChange,
  releaseAbandoned,
  updateAsked,
  updateLost,
} from './bets.repo.ts';

type Params = ParamsOf<typeof saveBets>;

export interface BetsService {
  /** API-093. @throws NotFoundError, UpstreamError */
  read(params: Params): Promise<Bets>;
  /**
   * API-094. The log gets its entry when the platform is known to hold the new list, and never otherwise.
   * @throws NotFoundError, ConflictError, ValidationError: nothing was changed
   * @throws UpstreamError when the platform did not answer; its text says whether it holds the new bets
   */
  save(actor: Actor, params: Params, body: BodyOf<typeof saveBets>): Promise<Bets>;
  /** Asks about every change whose answer was lost, and logs those that turn out to be done. */
  settleLost(): Promise<void>;
}

export interface BetsDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  log: Log;
  directory: Pick<ReferenceDirectory, 'read'>;
  gaming: GamingService;
}

/** Longer than the three calls of a save can take: what is older has lost its process. */
const abandonedAfterMs = 2 * 60_000;
/** A platform that has not made a change by then has not taken it. */
const forgottenAfterMs = 15 * 60_000;

const texts = {
  busy: 'Somebody else is changing these bets at this moment. Try again shortly.',
  changedMeanwhile: 'The bets have been changed meanwhile. Look at the new list and save again.',
  notYet:
    'The platform did not confirm the change and does not hold the new bets. Should it take the change later, the log will say so.',
  unknown:
    'The platform did not confirm the change and cannot be asked which bets it holds. Should it have taken the change, the log will say so.',
  notTaken: 'The platform answered with the old bets: nothing was changed.',
  takenOtherwise: 'The platform took other bets than those asked for. The log shows which.',
};

export function createBetsService(deps: BetsDeps): BetsService {
  const { postgres, clock, gaming } = deps;
  const { db } = postgres;

  async function find({ id, operatorCode, gameSlug }: Params) {
    const integration = (await deps.directory.read()).integrations.get(id);
    const operator = integration?.operators.find(({ code }) => code === operatorCode);
    const game = integration?.games.find(({ slug }) => slug === gameSlug);
    if (!integration?.isActive || operator === undefined) throw new NotFoundError('Operator not found');
    if (game === undefined || game.integration_games.is_active === null) {
      throw new NotFoundError('Game not found');
    }
    const place: BetsPlace = { integrationId: id, operatorCode, gameSlug };
    return { place, integration, operator, game };
  }

  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);

  /** Takes a change for done: its row makes way for the entry in the log, both or neither. */
  async function finish(id: string, held: readonly number[]): Promise<void> {
    await postgres.transaction(async (tx) => {
      const change = await deleteChange(tx, id);
      if (change === undefined) return;
      await deleteOlderLost(tx, change);
      await recordAudit(tx, {
        actor: { userId: change.user_id, username: change.username },
        type: 'bets',
        action: 'update-bets',
        objectId: change.related_id,
        description: change.description,
        object: change.related_object,
        changes: { oldBets: change.old_bets ?? [], newBets: held },
      });
    });
  }

  async function forgetWhenOld(change: BetChange): Promise<void> {
    if (change.started_at >= ago(forgottenAfterMs)) return;
    await deleteChange(db, change.id);
    deps.log.warn({ change }, 'a platform has not taken a change of bets');
  }

  /** Looks which of the lost changes the platform has made after all. */
  async function settle(lost: readonly BetChange[], held: readonly number[]): Promise<void> {
    const done = lost.find((change) => isSame(change.new_bets, held));
    if (done !== undefined) await finish(done.id, held);
  }

  /** What the platform holds now, if the new list may take its place. */
  async function readAndJudge(
    place: BetsPlace,
    { bets, readBets }: BodyOf<typeof saveBets>,
  ): Promise<PlatformBets> {
    const before = await gaming.read(place);
    await settle(await findLost(db, place), before.bets);
    if (!before.canChangeBets) throw new ConflictError(messages.betsNotChangeable);
    if (readBets !== undefined && !isSame(ascending(readBets), before.bets)) {
      throw new ConflictError(texts.changedMeanwhile);
    }
    assertMultiples(bets, before.minFactor);
    return before;
  }

  /** After an answer that did not come: the list itself says whether the change was made. */
  async function lookAfterLoss(id: string, place: BetsPlace, wanted: readonly number[], cause: unknown) {
    await updateLost(db, id);
    let now: PlatformBets;
    try {
      now = await gaming.read(place);
    } catch {
      throw new UpstreamError(texts.unknown, { cause });
    }
    if (!isSame(now.bets, wanted)) throw new UpstreamError(texts.notYet, { cause });
    await finish(id, now.bets);
    return now;
  }

  return {
    async read(params) {
      return gaming.read((await find(params)).place);
    },

    async save(actor, params, body) {
      const { place, integration, operator, game } = await find(params);
      assertDistinct(body.bets);
      const wanted = ascending(body.bets);
      await releaseAbandoned(db, ago(abandonedAfterMs));
      const id = await insertChange(db, place, {
        user_id: actor.userId,
        username: actor.username,
        description: `Changed the bets of ${game.name} at ${operator.name}, ${integration.name}`,
        related_id: String(game.id),
        related_object: JSON.stringify({
          name: game.name,
          slug: game.slug,
          operator: operator.name,
          operatorCode: operator.code,
          integration: integration.name,
          integrationId: integration.id,
        }),
        new_bets: JSON.stringify(wanted),
        started_at: clock.now(),
      });
      if (id === undefined) throw new ConflictError(texts.busy);
      let before: PlatformBets;
      let after: PlatformBets;
      try {
        before = await readAndJudge(place, body);
        if (isSame(before.bets, wanted)) {
          await deleteChange(db, id);
          return before;
        }
        await updateAsked(db, id, before.bets);
        after = await gaming.change(place, wanted);
      } catch (error) {
        if (error instanceof LostAnswerError) return lookAfterLoss(id, place, wanted, error);
        await deleteChange(db, id);
        throw error;
      }
      if (isSame(after.bets, before.bets)) {
        await deleteChange(db, id);
        throw new UpstreamError(texts.notTaken);
      }
      await finish(id, after.bets);
      if (!isSame(after.bets, wanted)) throw new UpstreamError(texts.takenOtherwise);
      return after;
    },

    async settleLost() {
      await releaseAbandoned(db, ago(abandonedAfterMs));
      for (const change of await findLost(db)) {
        const place: BetsPlace = {
          integrationId: change.integration_id,
          operatorCode: change.operator_code,
          gameSlug: change.game_slug,
        };
        try {
          const { bets } = await gaming.read(place);
          if (isSame(change.new_bets, bets)) await finish(change.id, bets);
          else await forgetWhenOld(change);
        } catch (error) {
          // The game, the operator or the whole integration may be gone by now.
          if (error instanceof NotFoundError) await forgetWhenOld(change);
          else deps.log.warn({ err: error, place }, 'a platform cannot be asked about a change of bets');
        }
      }
    },
  };
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((bet, index) => bet === other[index]);
}

function assertDistinct(bets: readonly number[]): void {
  const again = bets.findIndex((bet, index) => bets.indexOf(bet) !== index);
  if (again !== -1) throw new ValidationError({ [`bets.${again}`]: messages.betExists }, messages.betExists);
}

/** BET-05 */
function assertMultiples(bets: readonly number[], minFactor: number): void {
  const wrong = bets.findIndex((bet) => !isAllowedBet(bet, minFactor));
  if (wrong !== -1)
    throw new ValidationError({ [`bets.${wrong}`]: messages.invalidBet }, messages.invalidBet);
}
