import type { Integration, IntegrationLink } from '@ludus/contract';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconMinus, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { formatCount } from '../../../lib/format.ts';
import { type Assignment, assign, isAssigned, unassign } from '../assignment.ts';
import styles from './assignment-panel.module.css';

interface AssignmentPanelProps {
  links: readonly IntegrationLink[];
  change: Assignment;
  onChange: (change: Assignment) => void;
}

type Named = Pick<Integration, 'id' | 'name'>;

/** Integrations that may have the game, and those that see it. */
export function AssignmentPanel({ links, change, onChange }: AssignmentPanelProps) {
  const { t } = useTranslation('gameEdit');
  const integrations = useQuery(integrationsQuery('platforms'));
  const [query, setQuery] = useState('');
  const original = new Set(links.map((link) => link.id));
  const active = new Set(links.filter((link) => link.integration_games.is_active).map((link) => link.id));
  // An integration that is switched off keeps its links: it stands among the assigned all the same.
  const everyone = new Map<number, Named>(links.map((link) => [link.id, link]));
  for (const one of integrations.data?.rows ?? []) everyone.set(one.id, one);
  const sorted = [...everyone.values()].sort((first, second) => first.name.localeCompare(second.name, 'it'));
  const assigned = sorted.filter((one) => isAssigned(change, one.id, original));
  const available = sorted.filter((one) => !isAssigned(change, one.id, original));
  const wanted = query.trim().toLocaleLowerCase('it');
  const shown = available.filter((one) => one.name.toLocaleLowerCase('it').includes(wanted));

  return (
    <Panel title={t('integrations')} coverage={t('integrationsHint')}>
      <QueryView query={integrations} compact>
        {integrations.isPending ? (
          [1, 2, 3].map((line) => <SkeletonLine key={line} my={8} />)
        ) : (
          <div className={styles.lists}>
            <List title={t('assigned')} count={assigned.length} empty={t('noneAssigned')}>
              {assigned.map((one) => (
                <li key={one.id}>
                  <IntegrationName name={one.name} number={one.id} />
                  {active.has(one.id) ? (
                    <span title={t('activeReason', { name: one.name })}>
                      <Badge tone="positive">{t('active')}</Badge>
                    </span>
                  ) : (
                    change.add.includes(one.id) && <span className={styles.changed}>{t('toAdd')}</span>
                  )}
                  {/* The platform of an active one offers the game: its state says why it stays. */}
                  {!active.has(one.id) && (
                    <ActionIcon
                      size="sm"
                      aria-label={t('unassign', { name: one.name })}
                      onClick={() => onChange(unassign(change, one.id, original))}
                    >
                      <IconMinus size={16} stroke={1.75} />
                    </ActionIcon>
                  )}
                </li>
              ))}
            </List>
            <List title={t('available')} count={available.length} empty={t('noneAvailable')}>
              {available.length > 6 && (
                <li className={styles.search}>
                  <TextInput
                    aria-label={t('searchIntegrations')}
                    placeholder={t('searchIntegrations')}
                    leftSection={<IconSearch size={16} stroke={1.5} />}
                    value={query}
                    onChange={(event) => setQuery(event.currentTarget.value)}
                  />
                </li>
              )}
              {(available.length > 6 ? shown : available).map((one) => (
                <li key={one.id}>
                  <IntegrationName name={one.name} number={one.id} />
                  {change.remove.includes(one.id) && <span className={styles.changed}>{t('toRemove')}</span>}
                  <ActionIcon
                    size="sm"
                    aria-label={t('assign', { name: one.name })}
                    onClick={() => onChange(assign(change, one.id, original))}
                  >
                    <IconPlus size={16} stroke={1.75} />
                  </ActionIcon>
                </li>
              ))}
            </List>
          </div>
        )}
      </QueryView>
    </Panel>
  );
}

function List(props: { title: string; count: number; empty: string; children: ReactNode }) {
  return (
    <section aria-label={props.title} className={styles.list}>
      <h3 className="hub-label">
        {props.title} <span className={styles.count}>{formatCount(props.count)}</span>
      </h3>
      {props.count === 0 ? <p className={styles.empty}>{props.empty}</p> : <ul>{props.children}</ul>}
    </section>
  );
}
