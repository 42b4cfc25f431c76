import {
  type ApprovalSettings,
  type ChangeRow,
  type getApprovalSettings,
  messageOf,
  type ResponseOf,
  switchedKinds,
  weakensApprovals,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import { ConflictError } from '../../infra/errors/index.ts';
import { afterCommit, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { RecipientLookup } from '../users/index.ts';
import type { GuardedCall } from './approvals.kinds.ts';
import { lockSettings, readSettings, updateSettings } from './approvals.repo.ts';

type SettingsChange = { settings: ApprovalSettings };

/** Which changes need approval. What has less held than before is a change of a kind of its own. */
export interface ApprovalSettingsService {
  read(): Promise<ResponseOf<typeof getApprovalSettings>>;
  /** @throws ConflictError when a kind is switched on while no second person can approve */
  save(actor: Actor, settings: ApprovalSettings): Promise<ResponseOf<typeof getApprovalSettings>>;
  guarded: GuardedCall<SettingsChange>;
}

export interface ApprovalSettingsDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  users: RecipientLookup;
  realtime: Pick<Realtime, 'publish'>;
}

export function createApprovalSettings({
  postgres,
  users,
  realtime,
}: ApprovalSettingsDeps): ApprovalSettingsService {
  const { db } = postgres;

  const countApprovers = async (actor?: Actor) => {
    const subjects = (await users.recipients({ admins: true })).flatMap(({ subject }) => subject ?? []);
    return new Set([...subjects, ...(actor === undefined ? [] : [actor.userId])]).size;
  };

  async function read() {
    const [settings, approvers] = await Promise.all([readSettings(db), countApprovers()]);
    return { settings, approvers };
  }

  async function update(tx: Tx, actor: Actor, settings: ApprovalSettings): Promise<void> {
    const before = await lockSettings(tx);
    const changes = changesBetween({ ...before }, { ...settings });
    if (Object.keys(changes).length === 0) return;
    await updateSettings(tx, settings);
    await recordAudit(tx, {
      actor,
      type: 'approvals',
      action: 'update-settings',
      objectId: null,
      description: messageOf('logs.approvalSettingsSaved'),
      changes,
    });
    afterCommit(tx, () =>
      realtime.publish({ name: 'changed', data: { topic: 'approvals' } }, { providers: true }),
    );
  }

  return {
    read,

    async save(actor, settings) {
      const before = await readSettings(db);
      const isSwitchedOn = switchedKinds.some((kind) => !before[kind] && settings[kind]);
      if (isSwitchedOn && (await countApprovers(actor)) < 2)
        throw new ConflictError(messageOf('refusals.approvalsNeedTwo'));
      await postgres.transaction((tx) => update(tx, actor, settings));
      return read();
    },

    guarded: {
      kind: 'approvals',
      call: 'saveApprovalSettings',
      scope: 'approvals:decide',
      async describe(tx, _actor, { settings }) {
        const before = await lockSettings(tx);
        if (!weakensApprovals(before, settings)) return null;
        return {
          subject: 'settings',
          path: '/settings#approvals',
          title: messageOf('approvals.settings'),
          integrationId: null,
          rows: rowsOf(before, settings),
        };
      },
      apply: (tx, actor, { settings }) => update(tx, actor, settings),
    },
  };
}

const kindTexts = {
  visibility: 'approvals.visibilityKind',
  bets: 'approvals.betsKind',
  roles: 'approvals.rolesKind',
  terms: 'approvals.termsKind',
} as const;

const onOff = (isOn: boolean) => messageOf(isOn ? 'approvals.on' : 'approvals.off');

function rowsOf(before: ApprovalSettings, after: ApprovalSettings): ChangeRow[] {
  const rows: ChangeRow[] = switchedKinds
    .filter((kind) => before[kind] !== after[kind])
    .map((kind) => ({
      what: messageOf(kindTexts[kind]),
      before: onOff(before[kind]),
      after: onOff(after[kind]),
    }));
  if (before.visibilityThreshold !== after.visibilityThreshold) {
    rows.push({
      what: messageOf('approvals.visibilityThreshold'),
      before: messageOf('approvals.pairs', { count: before.visibilityThreshold }),
      after: messageOf('approvals.pairs', { count: after.visibilityThreshold }),
    });
  }
  if (before.expiryDays !== after.expiryDays) {
    rows.push({
      what: messageOf('approvals.expiryDays'),
      before: messageOf('approvals.days', { count: before.expiryDays }),
      after: messageOf('approvals.days', { count: after.expiryDays }),
    });
  }
  return rows;
}
