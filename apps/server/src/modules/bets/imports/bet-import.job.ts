import { messageOf } from '@ludus/contract';
import { z } from 'zod';
import { HubError, UpstreamError } from '../../../infra/errors/index.ts';
import { OperatorApiError } from '../../../infra/operator-api/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { defineJob, type JobContext, type JobDefinition } from '../../../infra/queue/index.ts';
import type { Realtime } from '../../../infra/realtime/index.ts';
import type { BetsService } from '../bets.service.ts';
import {
  attachJob,
  type BetImportAction,
  type BetListRecord,
  findBetLists,
  type StoredState,
  saveOutcome,
} from './bet-imports.repo.ts';
import { messageOfError, mostSilences } from './bet-sheet.verdicts.ts';

const betImportPayload = z.strictObject({ importId: z.uuid(), action: z.enum(['apply', 'undo']) });
export type BetImportJob = JobDefinition<typeof betImportPayload>;

export interface BetImportJobDeps {
  postgres: Pick<Postgres, 'db'>;
  realtime: Pick<Realtime, 'publish'>;
  bets: Pick<BetsService, 'save'>;
}

/** Browsers read how the lists fare at most so often. */
const publishEveryMs = 1_000;

/**
 * Saves one list after the other, each as a save of a single one; what a platform refuses or does not respond to does not stop the others, and
 * no list is tried twice. One that was being saved when its process died is unconfirmed.
 */
export function defineBetImportJob(deps: BetImportJobDeps): BetImportJob {
  return defineJob({
    name: 'import-bets',
    queue: 'bookkeeping',
    payload: betImportPayload,
    options: { concurrency: 2 },
    run: (context) => runImport(context, deps),
  });
}

interface Outcome {
  state: StoredState;
  message: ReturnType<typeof messageOfError> | null;
}

async function runImport(
  { payload, job, signal, progress, summarise }: JobContext<z.output<typeof betImportPayload>>,
  { postgres: { db }, realtime, bets }: BetImportJobDeps,
): Promise<void> {
  const { importId, action } = payload;
  if (!(await attachJob(db, importId, action, job.id))) return;
  const stateOf = (list: BetListRecord) => (action === 'apply' ? list.state : list.undo_state);
  const lists = (await findBetLists(db, importId)).filter((list) => stateOf(list) !== null);
  const isDone = lists.map((list) => stateOf(list) === 'done');
  const silences = new Map<number, number>();
  const publish = createPublisher(realtime, importId);
  for (const [index, list] of lists.entries()) {
    const outcome = await proceed(list);
    if (outcome !== null) {
      await saveOutcome(db, list.id, action, outcome);
      isDone[index] = outcome.state === 'done';
    }
    const tried = index + 1;
    const values = { done: tried, all: lists.length };
    progress(Math.floor((99 * tried) / lists.length), messageOf('jobs.betsImporting', values));
    publish();
  }
  const done = isDone.filter(Boolean).length;
  const isUndo = action === 'undo';
  summarise({ [isUndo ? 'undone' : 'changed']: done, failed: lists.length - done });
  progress(100, messageOf(isUndo ? 'jobs.betsUndone' : 'jobs.betsImported', { done, all: lists.length }));
  publish('end');

  /** Null for a list that an earlier attempt is done with. */
  async function proceed(list: BetListRecord): Promise<Outcome | null> {
    const state = stateOf(list);
    if (state === 'running') return { state: 'unconfirmed', message: messageOf('refusals.betsUnknown') };
    if (state !== 'waiting') return null;
    signal.throwIfAborted();
    const silent = silences.get(list.integration_id) ?? 0;
    if (silent >= mostSilences) return { state: 'skipped', message: messageOf('refusals.betListSkipped') };
    await saveOutcome(db, list.id, action, { state: 'running', message: null });
    const outcome = await outcomeOf(() => saveList(bets, job, list, action));
    silences.set(list.integration_id, outcome.state === 'unreachable' ? silent + 1 : 0);
    return outcome;
  }
}

async function saveList(
  bets: Pick<BetsService, 'save'>,
  actor: Parameters<BetsService['save']>[0],
  list: BetListRecord,
  action: BetImportAction,
): Promise<void> {
  const [from, to] = action === 'apply' ? [list.old_bets, list.new_bets] : [list.new_bets, list.old_bets];
  const params = { id: list.integration_id, operatorCode: list.operator_code, gameSlug: list.game_slug };
  await bets.save(actor, params, { bets: to, readBets: from });
}

/** How a save has ended. @throws what says nothing about the list, such as a database that is away */
async function outcomeOf(save: () => Promise<void>): Promise<Outcome> {
  try {
    await save();
    return { state: 'done', message: null };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return { state: stateOfError(error), message: messageOfError(error) };
  }
}

const unconfirmed: readonly (string | undefined)[] = ['refusals.betsNotYet', 'refusals.betsUnknown'];

function stateOfError(error: HubError): StoredState {
  if (unconfirmed.includes(error.detail?.code)) return 'unconfirmed';
  if (!(error instanceof UpstreamError)) return 'refused';
  if (!(error instanceof OperatorApiError)) return 'refused';
  const { responseStatus } = error;
  return responseStatus !== null && responseStatus >= 400 && responseStatus < 500 ? 'refused' : 'unreachable';
}

/** Publishes that an import has come further, now and then; at its end the lists of the platforms have changed as well. */
function createPublisher(realtime: Pick<Realtime, 'publish'>, importId: string) {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (when: 'now and then' | 'end' = 'now and then') => {
    if (when !== 'end' && performance.now() - lastAt < publishEveryMs) return;
    lastAt = performance.now();
    for (const topic of when === 'end' ? (['bet-imports', 'bets'] as const) : (['bet-imports'] as const))
      realtime.publish({ name: 'changed', data: { topic, id: importId } }, { providers: true });
  };
}
