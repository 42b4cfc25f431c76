import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type AlertKind,
  type AlertRule,
  type AlertRuleConfig,
  type AlertRuleView,
  alertRuleConfig,
  closeLimits,
  defaultAlertRules,
  messageOf,
  metricsOfKind,
  plainRuleConfig,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import { deleteRule, findStoredRules, lockAlerts, upsertRule } from './alerts.repo.ts';

export interface RuleChange {
  name: string | null;
  isEnabled: boolean;
  config: AlertRuleConfig;
}

export interface AlertRulesService {
  /** Defaults first, in their order, then those that people have made, by name. */
  list(): Promise<AlertRuleView[]>;
  create(actor: Actor, change: RuleChange & { name: string }): Promise<AlertRuleView>;
  /** @throws NotFoundError, ValidationError for a metric that the kind is not about */
  update(actor: Actor, key: string, change: RuleChange): Promise<AlertRuleView>;
  /** Restores a default, deletes any other. @throws NotFoundError */
  remove(actor: Actor, key: string): Promise<void>;
}

const defaults: ReadonlyMap<string, AlertRule> = new Map(defaultAlertRules.map((rule) => [rule.key, rule]));

export interface AlertRulesDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  publishChange(): void;
}

export function createAlertRulesService({
  postgres,
  clock,
  publishChange,
}: AlertRulesDeps): AlertRulesService {
  async function find(tx: Db, key: string): Promise<AlertRuleView> {
    const found = (await readRules(tx)).find((rule) => rule.key === key);
    if (found === undefined) throw new NotFoundError(messageOf('refusals.alertRuleNotFound'));
    return found;
  }

  async function save(tx: Tx, actor: Actor, rule: AlertRule): Promise<AlertRuleView> {
    checkMetric(rule.kind, rule.config);
    await upsertRule(tx, rule, actor.username, clock.now());
    afterCommit(tx, publishChange);
    return find(tx, rule.key);
  }

  return {
    list: () => readRules(postgres.db),

    create: (actor, { name, isEnabled, config }) =>
      postgres.transaction(async (tx) => {
        checkCloseBelow('metric', config);
        const key = `custom-${randomUUID()}`;
        const saved = await save(tx, actor, { key, kind: 'metric', name, isEnabled, config });
        await recordAudit(tx, {
          actor,
          type: 'alerts',
          action: 'create',
          objectId: key,
          description: messageOf('logs.alertRuleCreated', { name }),
          changes: { isEnabled: { old: null, new: isEnabled }, ...changesBetween({}, { ...config }) },
          object: { name },
        });
        return saved;
      }),

    update: (actor, key, change) =>
      postgres.transaction(async (tx) => {
        await lockAlerts(tx);
        const before = await find(tx, key);
        // One that an earlier release took may still be turned off.
        if (!isDeepStrictEqual(before.config, change.config)) checkCloseBelow(before.kind, change.config);
        const name = before.isDefault ? null : (change.name ?? before.name);
        const after = await save(tx, actor, {
          key,
          kind: before.kind,
          name,
          isEnabled: change.isEnabled,
          config: change.config,
        });
        await recordAudit(tx, {
          actor,
          type: 'alerts',
          action: 'update',
          objectId: key,
          description: messageOf('logs.alertRuleChanged', { name: name ?? key }),
          changes: changesBetween(flatten(before), flatten(after)),
          object: { name: name ?? key },
        });
        return after;
      }),

    remove: (actor, key) =>
      postgres.transaction(async (tx) => {
        await lockAlerts(tx);
        const before = await find(tx, key);
        const name = before.name ?? key;
        if (!(await deleteRule(tx, key))) return;
        afterCommit(tx, publishChange);
        await recordAudit(tx, {
          actor,
          type: 'alerts',
          action: before.isDefault ? 'restore' : 'delete',
          objectId: key,
          description: before.isDefault
            ? messageOf('logs.alertRuleRestored', { name })
            : messageOf('logs.alertRuleDeleted', { name }),
          object: { name },
        });
      }),
  };
}

const flatten = ({ name, isEnabled, config }: RuleChange) => ({ name, isEnabled, ...config });

function checkCloseBelow(kind: AlertKind, config: AlertRuleConfig): void {
  const limits = closeLimits(kind, config);
  if (!limits?.isBeyond) return;
  const reason = messageOf('fields.closesBeyondStart', { startsAt: limits.startsAt });
  throw new ValidationError({ 'config.closeBelow': reason }, reason);
}

function checkMetric(kind: AlertKind, { metric }: AlertRuleConfig): void {
  const allowed = metricsOfKind[kind];
  if (allowed.length === 0 || allowed.includes(metric)) return;
  const reason = messageOf('fields.metricOfKind');
  throw new ValidationError({ 'config.metric': reason }, reason);
}

/** Every rule as it is in force: defaults with what was changed of them, and those that people have made. */
export async function readRules(db: Db): Promise<AlertRuleView[]> {
  const stored = (await findStoredRules(db)).map((row) => {
    const original = defaults.get(row.key);
    // A later version may have more fields: what a row lacks is that of its default.
    const config = alertRuleConfig.parse({ ...(original?.config ?? plainRuleConfig), ...row.config });
    return {
      key: row.key,
      kind: row.kind,
      name: row.name,
      isEnabled: row.is_enabled,
      config,
      isDefault: original !== undefined,
      isChanged:
        original !== undefined &&
        !(row.is_enabled === original.isEnabled && isDeepStrictEqual(config, original.config)),
      updatedAt: row.updated_at.toISOString(),
      updatedBy: row.updated_by,
    };
  });
  const byKey = new Map(stored.map((rule) => [rule.key, rule]));
  const own = stored.filter(({ isDefault }) => !isDefault);
  return [
    ...[...defaults.values()].map(
      (rule): AlertRuleView =>
        byKey.get(rule.key) ?? {
          ...rule,
          isDefault: true,
          isChanged: false,
          updatedAt: null,
          updatedBy: null,
        },
    ),
    ...own.toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? '') || a.key.localeCompare(b.key)),
  ];
}
