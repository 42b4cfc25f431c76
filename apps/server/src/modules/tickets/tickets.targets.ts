import { answerDue, messageOf, routes, type TicketSettings } from '@ludus/contract';
import { z } from 'zod';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import { type Clock, zone } from '../../infra/clock/index.ts';
import { afterCommit, type Postgres } from '../../infra/postgres/index.ts';
import { defineJob, type JobDefinition, type JobQueueClient } from '../../infra/queue/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { Notify } from '../notifications/index.ts';
import { turnOf } from './tickets.mapper.ts';
import { recipientsOfEscalation } from './tickets.policy.ts';
import {
  findAnswers,
  findSettings,
  findTickets,
  findUnclosedIds,
  lockTicket,
  saveSettings,
  updateEscalation,
} from './tickets.repo.ts';
import { lateTexts } from './tickets.texts.ts';

/** Within how many hours the provider answers, and who is notified of tickets that wait longer. */
export interface TicketTargets {
  get(): Promise<TicketSettings>;
  save(actor: Actor, settings: TicketSettings): Promise<TicketSettings>;
  /** Notifies of each wait that has passed its target, once. Returns of how many. */
  escalate(): Promise<number>;
}

export interface TicketTargetsDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Realtime;
  notify: Notify;
}

export function createTicketTargets({ postgres, clock, realtime, notify }: TicketTargetsDeps): TicketTargets {
  const { db } = postgres;
  const all = { kind: 'all' } as const;

  /** One transaction for each ticket: a process that dies goes on with the next one, and no wait is notified of twice. */
  const escalateTicket = (id: number) =>
    postgres.transaction(async (tx) => {
      // Whoever answers the ticket at this moment comes before or after, and so does another process.
      await lockTicket(tx, all, id);
      const [row] = await findTickets(tx, all, { id });
      if (row === undefined) return false;
      const turn = turnOf(row, await findAnswers(tx, [id]));
      const due = turn && answerDue(turn, await findSettings(tx));
      if (due === null || due.at > clock.now().getTime()) return false;
      if (row.escalated_wait?.getTime() === due.from) return false;
      await updateEscalation(tx, id, new Date(due.from));
      await notify(tx, recipientsOfEscalation(row), {
        severity: 2,
        path: `/ticket/${id}`,
        texts: lateTexts({ id, title: row.title, integration: row.integration_name, hours: due.hours }),
        mail: true,
        topic: { name: 'tickets', path: routes.tickets.path },
      });
      return true;
    });

  return {
    get: () => findSettings(db),

    async save(actor, settings) {
      await postgres.transaction(async (tx) => {
        const before = await findSettings(tx);
        const changes = changesBetween({ ...before }, { ...settings });
        if (Object.keys(changes).length === 0) return;
        await saveSettings(tx, settings);
        await recordAudit(tx, {
          actor,
          type: 'tickets',
          action: 'update-settings',
          objectId: null,
          description: messageOf('logs.ticketTargetsChanged'),
          changes,
        });
        afterCommit(tx, () =>
          realtime.publish({ name: 'changed', data: { topic: 'tickets' } }, { providers: true }),
        );
      });
      return settings;
    },

    async escalate() {
      const { firstAnswerHours, nextAnswerHours } = await findSettings(db);
      if (firstAnswerHours === null && nextAnswerHours === null) return 0;
      let count = 0;
      for (const id of await findUnclosedIds(db)) if (await escalateTicket(id)) count += 1;
      return count;
    },
  };
}

const payload = z.strictObject({});
export type EscalateTicketsJob = JobDefinition<typeof payload>;

export function defineEscalateTicketsJob(targets: Pick<TicketTargets, 'escalate'>): EscalateTicketsJob {
  return defineJob({
    name: 'escalate-tickets',
    queue: 'system',
    payload,
    options: { retries: 2, retryDelaySeconds: 60 },
    async run({ summarise }) {
      summarise({ late: await targets.escalate() });
    },
  });
}

/** Targets are whole hours: a quarter of one is soon enough. */
export function startEscalating(jobs: JobQueueClient, job: EscalateTicketsJob): Promise<void> {
  return jobs.schedule(job, '*/15 * * * *', { tz: zone, key: 'quarter', payload: {} });
}
