import { type Bets, type BodyOf, messageOf, type ParamsOf, type saveBets } from '@ludus/contract';
import type { PlatformBets } from '@ludus/contract/operator-api';
import type { Actor } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError, UpstreamError } from '../../infra/errors/index.ts';
import type { Log } from '../../infra/log/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { GuardedCall } from '../approvals/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import { ascending, type BetsPlace, type GamingService, LostResponseError } from './bets.gaming-service.ts';
import {
  type BetChange,
  deleteChange,
  deleteOlderLost,
  findLost,
  findMaxBet,
  insertChange,
  releaseAbandoned,
  updateLost,
  updateRequested,
} from './bets.repo.ts';
import { assertDistinct, assertReplaceable, isSame, withMaxBet } from './bets.rules.ts';

type Params = ParamsOf<typeof saveBets>;

/** The list that a game is to have at an operator. */
export interface BetsChange {
  params: Params;
  body: BodyOf<typeof saveBets>;
}

/** A game at an operator, by names. */
export interface LocatedBets {
  place: BetsPlace;
  integration: { id: number; name: string };
  operator: { code: string; name: string };
  game: { id: number; slug: string; name: string };
  /** Of the game, in cents; null where it names none. */
  maxBet: number | null;
}

export interface BetsService {
  /** @throws NotFoundError, UpstreamError */
  read(params: Params): Promise<Bets>;
  /**
   * The log gets its entry when the platform is known to hold the new list, and never otherwise.
   * @throws NotFoundError, ConflictError, ValidationError: nothing was changed
   * @throws UpstreamError when the platform did not respond; its text states whether it holds the new bets
   */
  save(
    actor: Pick<Actor, 'userId' | 'username'>,
    params: Params,
    body: BodyOf<typeof saveBets>,
  ): Promise<Bets>;
  /** A game at an operator that plays it. @throws NotFoundError */
  locate(params: Params): Promise<LocatedBets>;
  /** `save` as a change that may need a second person. */
  guarded: GuardedCall<BetsChange>;
  /** Looks every change up whose response was lost, and logs those that turn out to be done. */
  settleLost(): Promise<void>;
}

export interface BetsDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  log: Log;
  referenceData: Pick<ReferenceData, 'read'>;
  gaming: GamingService;
}

/** Longer than the three calls of a save can take: what is older has lost its process. */
const abandonedAfterMs = 2 * 60_000;
/** A platform that has not made a change by then has not taken it. */
const forgottenAfterMs = 15 * 60_000;

export function createBetsService(deps: BetsDeps): BetsService {
  const { postgres, clock, gaming } = deps;
  const { db } = postgres;

  async function find({ id, operatorCode, gameSlug }: Params): Promise<LocatedBets> {
    const integration = (await deps.referenceData.read()).integrations.get(id);
    const operator = integration?.operators.find(({ code }) => code === operatorCode);
    const game = integration?.games.find(({ slug }) => slug === gameSlug);
    if (!integration?.isActive || operator === undefined)
      throw new NotFoundError(messageOf('refusals.operatorNotFound'));
    if (game === undefined || game.integration_games.is_active === null) {
      throw new NotFoundError(messageOf('refusals.gameNotFound'));
    }
    const place: BetsPlace = { integrationId: id, operatorCode, gameSlug };
    return { place, integration, operator, game, maxBet: await findMaxBet(db, game.id) };
  }

  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);

  /** Takes a change for done: its row makes way for the entry in the log, both or neither. */
  async function finish(id: string, currentBets: readonly number[]): Promise<void> {
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
        changes: { oldBets: change.old_bets ?? [], newBets: currentBets },
      });
    });
  }

  async function forgetWhenOld(change: BetChange): Promise<void> {
    if (change.started_at >= ago(forgottenAfterMs)) return;
    await deleteChange(db, change.id);
    deps.log.warn({ change }, 'a platform has not taken a change of bets');
  }

  /** Looks which of the lost changes the platform has made after all. */
  async function settle(lost: readonly BetChange[], currentBets: readonly number[]): Promise<void> {
    const done = lost.find((change) => isSame(change.new_bets, currentBets));
    if (done !== undefined) await finish(done.id, currentBets);
  }

  /** What the platform holds now, if the new list may take its place. */
  async function readAndJudge(
    place: BetsPlace,
    body: BodyOf<typeof saveBets>,
    maxBet: number | null,
  ): Promise<PlatformBets> {
    const before = await gaming.read(place);
    await settle(await findLost(db, place), before.bets);
    assertReplaceable(before, body, maxBet);
    return before;
  }

  /** After a lost response: the list itself shows whether the change was made. */
  async function lookAfterLoss(id: string, place: BetsPlace, wanted: readonly number[], cause: unknown) {
    await updateLost(db, id);
    let now: PlatformBets;
    try {
      now = await gaming.read(place);
    } catch {
      throw new UpstreamError(messageOf('refusals.betsUnknown'), { cause });
    }
    if (!isSame(now.bets, wanted)) throw new UpstreamError(messageOf('refusals.betsNotYet'), { cause });
    await finish(id, now.bets);
    return now;
  }

  async function save(
    actor: Pick<Actor, 'userId' | 'username'>,
    params: Params,
    body: BodyOf<typeof saveBets>,
  ): Promise<Bets> {
    const { place, integration, operator, game, maxBet } = await find(params);
    assertDistinct(body.bets);
    const wanted = ascending(body.bets);
    await releaseAbandoned(db, ago(abandonedAfterMs));
    const id = await insertChange(db, place, {
      user_id: actor.userId,
      username: actor.username,
      description: JSON.stringify(
        messageOf('logs.betsChanged', {
          game: game.name,
          operator: operator.name,
          integration: integration.name,
        }),
      ),
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
    if (id === undefined) throw new ConflictError(messageOf('refusals.betsBusy'));
    let before: PlatformBets;
    let after: PlatformBets;
    try {
      before = await readAndJudge(place, body, maxBet);
      if (isSame(before.bets, wanted)) {
        await deleteChange(db, id);
        return withMaxBet(before, maxBet);
      }
      await updateRequested(db, id, before.bets);
      after = await gaming.change(place, wanted);
    } catch (error) {
      if (error instanceof LostResponseError)
        return withMaxBet(await lookAfterLoss(id, place, wanted, error), maxBet);
      await deleteChange(db, id);
      throw error;
    }
    if (isSame(after.bets, before.bets)) {
      await deleteChange(db, id);
      throw new UpstreamError(messageOf('refusals.betsNotTaken'));
    }
    await finish(id, after.bets);
    if (!isSame(after.bets, wanted)) throw new UpstreamError(messageOf('refusals.betsTakenOtherwise'));
    return withMaxBet(after, maxBet);
  }

  return {
    save,

    guarded: {
      kind: 'bets',
      call: 'saveBets',
      scope: 'bets:manage',
      async describe(_tx, _actor, { params, body }) {
        const { place, integration, operator, game, maxBet } = await find(params);
        assertDistinct(body.bets);
        const before = await readAndJudge(place, body, maxBet);
        const wanted = ascending(body.bets);
        if (isSame(before.bets, wanted)) return null;
        return {
          subject: `bets/${place.integrationId}/${place.operatorCode}/${place.gameSlug}`,
          path: `/bets?integration=${place.integrationId}&operator=${encodeURIComponent(place.operatorCode)}&game=${place.gameSlug}`,
          title: messageOf('approvals.betsOf', {
            game: game.name,
            operator: operator.name,
            integration: integration.name,
          }),
          integrationId: place.integrationId,
          rows: [
            { what: messageOf('approvals.bets'), before: { cents: before.bets }, after: { cents: wanted } },
          ],
        };
      },
      /** The platform is asked once more for the list that was approved to be replaced, whatever the caller had read. */
      async apply(_tx, actor, { params, body }, { rows }) {
        const before = rows[0]?.before;
        const readBets = before !== null && before !== undefined && 'cents' in before ? before.cents : [];
        await save(actor, params, { bets: body.bets, readBets });
      },
      isTemporary: (error) => error instanceof ConflictError && error.detail?.code === 'refusals.betsBusy',
    },

    locate: find,

    async read(params) {
      const { place, maxBet } = await find(params);
      return withMaxBet(await gaming.read(place), maxBet);
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
