import { type AlertRuleView, isComparing, metrics } from '@ludus/contract';
import { Switch } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { alertRulesQuery, useSaveRule } from '../../../domain/alert/alerts.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatAmount, formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import type { AlertsText } from '../incident-texts.ts';
import styles from './alerts.module.css';
import { RuleModal } from './rule-modal.tsx';

interface RulesTabProps {
  /** The rule whose form is open. */
  edited: AlertRuleView | 'new' | null;
  onEdit: (rule: AlertRuleView | null) => void;
}

/** The rules in force: defaults first, then those that people have made. A row opens one. */
export function RulesTab({ edited, onEdit }: RulesTabProps) {
  const { t } = useTranslation('alerts');
  const mayManage = useCan('alerts:manage');
  const query = useQuery(alertRulesQuery());
  // A tablet has what a rule counts for beneath its name: conditions would take four lines.
  const isNarrow = useMedia(breakpoints.laptop);
  const columns = useMemo<DataColumn<AlertRuleView>[]>(
    () => [
      {
        id: 'rule',
        header: t('rule'),
        cell: (rule) => (
          <span className={`${styles.roomy} ${styles.wraps}`}>
            <TwoLines
              second={[isNarrow && scopeText(rule, t), rule.isChanged && t('changed')]
                .filter(Boolean)
                .join(' · ')}
            >
              {ruleTitle(rule, t)}
            </TwoLines>
            {offReason(rule, t)}
          </span>
        ),
      },
      ...(isNarrow
        ? []
        : [
            {
              id: 'scope',
              header: t('scope'),
              width: '18%',
              cell: (rule: AlertRuleView) => scopeText(rule, t),
            },
          ]),
      {
        id: 'condition',
        header: t('condition'),
        width: '40%',
        cell: (rule) => <span className={`${styles.roomy} ${styles.wraps}`}>{conditionText(rule, t)}</span>,
      },
      {
        id: 'state',
        header: t('state'),
        width: 120,
        fit: true,
        cell: (rule) => (mayManage ? <RuleSwitch rule={rule} /> : <RuleState isEnabled={rule.isEnabled} />),
      },
      ...(mayManage
        ? [
            {
              id: 'opens',
              header: '',
              label: t('opens'),
              width: 44,
              cell: () => (
                <IconChevronRight className={styles.opens} size={16} stroke={1.5} aria-hidden="true" />
              ),
            },
          ]
        : []),
    ],
    [t, mayManage, isNarrow],
  );
  return (
    <>
      <QueryView query={query}>
        <DataTable
          label={t('rulesTable')}
          columns={columns}
          rows={query.data?.rows ?? []}
          rowId={({ key }) => key}
          rowHeight={48}
          loading={!query.data}
          skeletonRows={8}
          {...(mayManage
            ? {
                onRowClick: onEdit,
                rowLabel: (rule: AlertRuleView) => t('openRule', { name: ruleTitle(rule, t) }),
              }
            : {})}
          phoneRow={(rule) => ({
            title: ruleTitle(rule, t),
            sub: (
              <span className={styles.balanced}>
                {scopeText(rule, t)}
                <br />
                {conditionText(rule, t)}
                {offReason(rule, t)}
              </span>
            ),
            isTall: true,
            ...(mayManage
              ? { control: <RuleSwitch rule={rule} withoutWord /> }
              : { value: !rule.isEnabled && <RuleState isEnabled={false} /> }),
          })}
        />
      </QueryView>
      <RuleModal rule={edited} onClose={() => onEdit(null)} />
    </>
  );
}

/** Why a default is off; what people have turned off says it themselves. */
function offReason({ kind, isDefault, isEnabled }: AlertRuleView, t: AlertsText) {
  if (isEnabled || !isDefault || kind !== 'rtp') return null;
  return <span className={styles.offReason}>{t('offReasons.rtp')}</span>;
}

/** Turns a rule on or off at once; the row behind it opens the rule. */
function RuleSwitch({ rule, withoutWord }: { rule: AlertRuleView; withoutWord?: boolean }) {
  const { t } = useTranslation('alerts');
  const save = useSaveRule();
  const { key, name, config, isEnabled } = rule;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps a press on the switch from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys of the row do not come from its switch
    <span className={styles.calm} onClick={(event) => event.stopPropagation()}>
      <Switch
        // What is on needs no word beside the switch: the one that is off stands out.
        label={isEnabled || withoutWord ? undefined : t('disabled')}
        aria-label={t('switchRule', {
          name: ruleTitle(rule, t),
          state: t(isEnabled ? 'enabled' : 'disabled'),
        })}
        checked={isEnabled}
        disabled={save.isPending}
        onChange={(event) =>
          save.mutate(
            { key, rule: { name, isEnabled: event.currentTarget.checked, config } },
            { onError: (error) => toast('error', error.message, { error }) },
          )
        }
      />
    </span>
  );
}

function RuleState({ isEnabled }: Pick<AlertRuleView, 'isEnabled'>) {
  const { t } = useTranslation('alerts');
  return (
    <Badge tone={isEnabled ? 'positive' : 'neutral'} ring={!isEnabled}>
      {t(isEnabled ? 'enabled' : 'disabled')}
    </Badge>
  );
}

type DefaultKey = Parameters<typeof defaultTitle>[0];

const defaultTitle = (key: keyof typeof import('../i18n.en.ts')['en']['defaults'], t: AlertsText) =>
  t(`defaults.${key}`);

export const ruleTitle = ({ key, name }: Pick<AlertRuleView, 'key' | 'name'>, t: AlertsText): string =>
  name ?? defaultTitle(key as DefaultKey, t);

function scopeText({ kind, config }: AlertRuleView, t: AlertsText): string {
  const { level, integrationIds, operatorIds, gameIds } = config;
  const shown = kind === 'fetch' || kind === 'quarantine' || kind === 'open' ? 'integration' : level;
  const chosen = level === 'operator' ? operatorIds : level === 'game' ? gameIds : integrationIds;
  const count = Math.max(chosen.length, integrationIds.length);
  return count === 0 ? t(`scopes.${shown}`) : `${t(`scopes.${shown}`)}, ${t('scopes.some', { count })}`;
}

function conditionText({ kind, config }: AlertRuleView, t: AlertsText): string {
  const { percent, absolute, windowHours, direction, metric } = config;
  if (isComparing(kind)) {
    // What is won too much is money, whatever the metric of the rule.
    const isWins = kind === 'wins' && direction === 'above';
    const isMoney = kind === 'wins' || metrics[metric].unit === 'euro';
    return t(isWins ? 'conditions.wins' : `conditions.${direction}`, {
      metric: t(`metrics.${metric}`),
      percent,
      // RTP is a percentage itself: one of it “above” could be read as points.
      times: formatNumber(1 + percent / 100, 0, 3),
      absolute: isMoney ? formatAmount(absolute) : formatNumber(absolute, 0, 1),
      hours: windowHours,
    });
  }
  switch (kind) {
    case 'fetch':
      return t('conditions.fetch', { count: absolute });
    case 'quarantine':
      return t('conditions.quarantine', { count: absolute, hours: windowHours });
    case 'open':
      return t('conditions.open', { percent, count: absolute });
    default:
      return t('conditions.rtp');
  }
}
