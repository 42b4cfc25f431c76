/** Change requests: what a setting holds until a second person approves it, whichever module makes the change. */
import {
  decideChangeRequest,
  explainChangeRequest,
  getApprovalSettings,
  getChangeRequest,
  listChangeRequests,
  listPendingChanges,
  saveApprovalSettings,
  withdrawChangeRequest,
} from '@ludus/contract';
import { z } from 'zod';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { afterCommit, type Tx } from '../../infra/postgres/index.ts';
import { defineJob } from '../../infra/queue/index.ts';
import { retentionRule } from '../../infra/retention/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { RecipientLookup } from '../users/index.ts';
import { createHold } from './approvals.hold.ts';
import type { Approvals, GuardedCall } from './approvals.kinds.ts';
import { createApprovalNotices } from './approvals.notices.ts';
import { readSettings } from './approvals.repo.ts';
import { type ApprovalsService, createApprovalsService, type PublishedRequest } from './approvals.service.ts';
import { createApprovalSettings } from './approvals.settings.ts';
import './approvals.tables.ts';

export type { Approvals, ChangeDescription, GuardedCall, Hold } from './approvals.kinds.ts';
export { holdNothing } from './approvals.nothing.ts';

export interface ApprovalsPorts {
  notify: Notify;
  users: RecipientLookup;
}

export interface ApprovalsModule extends HubModule {
  approvals: Approvals;
  service: ApprovalsService;
}

/** Days for which a decided request stays; the log keeps who has decided what. */
const keptDays = 400;

export function createApprovalsModule(
  { postgres, clock, jobs, realtime }: Pick<Infra, 'postgres' | 'clock' | 'jobs' | 'realtime'>,
  { notify, users }: ApprovalsPorts,
): ApprovalsModule {
  // biome-ignore lint/suspicious/noExplicitAny: calls of any change
  const calls = new Map<string, GuardedCall<any>>();
  const notices = createApprovalNotices(notify);
  const publish = (tx: Tx, { requested_by, kind, integration_id: integration }: PublishedRequest) =>
    afterCommit(tx, () =>
      realtime.publish(
        { name: 'changed', data: { topic: 'approvals' } },
        {
          providers: true,
          users: [requested_by],
          // Its administrators look at the rights of its people.
          ...(kind === 'roles' && integration !== null && { integration }),
        },
      ),
    );
  const service = createApprovalsService({
    postgres,
    clock,
    notices,
    publish,
    callOf({ call: id }) {
      const call = calls.get(id);
      if (call === undefined) throw new Error(`No module makes the changes of the call ${id}.`);
      return call;
    },
  });
  const approvals: Approvals = {
    hold(call) {
      if (calls.has(call.call)) throw new Error(`The changes of ${call.call} are registered twice.`);
      calls.set(call.call, call);
      return createHold({ postgres, clock, notices, publish, expire: service.expire }, call);
    },
    settings: () => readSettings(postgres.db),
  };
  const settings = createApprovalSettings({ postgres, users, realtime });
  const holdSettings = approvals.hold(settings.guarded);
  const expire = defineJob({
    name: 'expire-change-requests',
    queue: 'system',
    payload: z.strictObject({}),
    run: () => service.expire(),
  });
  return {
    name: 'approvals',
    approvals,
    service,
    endpoints: [
      bind(listChangeRequests, ({ actor, query }) => service.list(actor, query)),
      bind(listPendingChanges, ({ actor, query }) => service.pending(actor, query.subject)),
      bind(getApprovalSettings, () => settings.read()),
      bind(
        saveApprovalSettings,
        async ({ actor, body }) =>
          (await holdSettings(actor, { settings: body })) ?? settings.save(actor, body),
      ),
      bind(getChangeRequest, ({ actor, params }) => service.get(actor, params.id)),
      bind(decideChangeRequest, ({ actor, params, body }) => service.decide(actor, params.id, body)),
      bind(withdrawChangeRequest, ({ actor, params }) => service.withdraw(actor, params.id)),
      bind(explainChangeRequest, ({ actor, params, body }) => service.explain(actor, params.id, body.reason)),
    ],
    jobs: [expire],
    retention: [retentionRule({ table: 'change_requests', column: 'decided_at', days: keptDays })],
    async start() {
      await jobs.schedule(expire, '* * * * *', { tz: 'Europe/Rome', key: 'minute', payload: {} });
    },
  };
}
