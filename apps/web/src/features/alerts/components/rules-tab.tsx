import { type AlertRuleView, isComparing, metrics } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { alertRulesQuery } from '../../../domain/alert/alerts.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatAmount, formatNumber } from '../../../lib/format.ts';
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
  const columns = useMemo<DataColumn<AlertRuleView>[]>(
    () => [
      {
        id: 'rule',
        header: t('rule'),
        cell: (rule) => <TwoLines second={rule.isChanged && t('changed')}>{ruleTitle(rule, t)}</TwoLines>,
      },
      { id: 'scope', header: t('scope'), width: '18%', cell: (rule) => scopeText(rule, t) },
      {
        id: 'condition',
        header: t('condition'),
        width: '36%',
        cell: (rule) => <span className={styles.wraps}>{conditionText(rule, t)}</span>,
      },
      {
        id: 'state',
        header: t('state'),
        width: 130,
        fit: true,
        cell: ({ isEnabled }) => <RuleState isEnabled={isEnabled} />,
      },
    ],
    [t],
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
              <span>
                {scopeText(rule, t)}
                <br />
                {conditionText(rule, t)}
              </span>
            ),
            isTall: true,
            value: <RuleState isEnabled={rule.isEnabled} />,
          })}
        />
      </QueryView>
      <RuleModal rule={edited} onClose={() => onEdit(null)} />
    </>
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
