import {
  endsOfHour,
  type FigureFilter,
  figureList,
  gameLabel,
  type MetricId,
  mayExplain,
  type Statistics,
  sessionTypes,
} from '@ludus/contract';
import { Button, UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fact } from '../../../components/display/fact.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { DetailPanel } from '../../../components/overlay/detail-panel.tsx';
import { gamesQuery } from '../../../domain/game/games.ts';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import {
  type FigureTotals,
  listSearchOf,
  metricsIn,
  useFigureTotals,
} from '../../../domain/statistics/figures.ts';
import { useUser } from '../../../lib/auth/index.ts';
import type { ExplainedFigure } from '../../../lib/explained-figure.ts';
import {
  formatCount,
  formatHour,
  formatInstant,
  formatPercent,
  formatPeriod,
  ZONE,
} from '../../../lib/format.ts';
import { writeMetric, writeTerms } from '../figure-text.ts';
import { DueTerms } from './due-terms.tsx';
import styles from './figures.module.css';
import { PartsList } from './parts-list.tsx';
import { RestatedMonths } from './restated-months.tsx';

interface FigurePanelProps {
  figure: ExplainedFigure;
  onClose: () => void;
}

/** A figure explained: its value now, of which sessions, by which formula, and the way to those sessions. */
export function FigurePanel({ figure, onClose }: FigurePanelProps) {
  const { t } = useTranslation('figures');
  const { t: common } = useTranslation('common');
  const { scopes } = useUser();
  const { filter } = figure;
  // The dictionary leads back here; to Dashboard it does so by itself.
  const from = useRouterState({ select: ({ location }) => location.pathname + location.searchStr });
  const [metric, setMetric] = useState(figure.metric);
  const query = useFigureTotals(filter, mayExplain(metric, scopes));
  const name = common(`metric.${metric}`);
  const totals = query.data?.grandTotals;
  // The rights that the server goes by may be others than those of the page.
  const isRefused = !mayExplain(metric, scopes) || (totals !== undefined && totals[metric] === undefined);
  return (
    <DetailPanel label={common('explain', { name })} title={name} width={460} onClose={onClose}>
      <div className={styles.body}>
        {isRefused ? (
          <p className={styles.help}>{t('noAccess')}</p>
        ) : (
          <QueryView query={query} compact>
            <p className={styles.value}>
              {totals ? (
                <MetricFigure metric={metric} value={totals[metric]} size="figure" missing="na" />
              ) : (
                <SkeletonLine width={180} height={28} my={6} />
              )}
            </p>
            {totals && metric === figure.metric && hasChanged(figure.shown, totals[metric]) && (
              <p className={styles.note} role="status">
                {t('changed', { value: writeMetric(metric, figure.shown) })}
              </p>
            )}
            <Part title={t('formulaLabel')}>
              <p>{t(`formula.${metric}`)}</p>
              <p className={styles.terms}>
                {totals &&
                  (writeTerms(metric, totals) ?? t('ofSessions', { count: sessionsOf(metric, totals) }))}
              </p>
            </Part>
            <Part title={t('sessions')}>
              <FilterFacts filter={filter} statistics={query.data} />
              {totals && <SessionsLink metric={metric} filter={filter} count={sessionsOf(metric, totals)} />}
            </Part>
            {totals && metric === 'due' && <DueTerms filter={filter} totals={totals} />}
            {totals && <RestatedMonths metric={metric} filter={filter} />}
            <PartsList metric={metric} kind="includes" filter={filter} />
            <PartsList metric={metric} kind="leavesOut" filter={filter} />
            {totals && (
              <Part title={t('others')}>
                <ul className={styles.others}>
                  {metricsIn(totals)
                    .filter((id) => id !== metric)
                    .map((id) => (
                      <li key={id}>
                        <UnstyledButton className={styles.other} onClick={() => setMetric(id)}>
                          <span>{common(`metric.${id}`)}</span>
                          <MetricFigure metric={id} value={totals[id]} missing="na" />
                        </UnstyledButton>
                      </li>
                    ))}
                </ul>
              </Part>
            )}
          </QueryView>
        )}
        <p className={styles.foot}>
          <Link
            to="/figures"
            search={{ from: from === '/' ? undefined : from }}
            hash={isRefused ? undefined : metric}
          >
            {t('dictionary')}
          </Link>
        </p>
      </div>
    </DetailPanel>
  );
}

/** Whether the page shows another value than there is now; a figure that only its name was known of has none. */
const hasChanged = (shown: number | null | undefined, now: number | null | undefined) =>
  shown !== undefined && now !== undefined && shown !== now;

/** How many sessions the list of a metric has. */
function sessionsOf(metric: MetricId, totals: Statistics['grandTotals']): number {
  if (metric === 'sessionsOpen') return totals.sessionsOpen;
  return metric === 'sessionsClosed' ? totals.sessionsClosed : totals.sessionsTotal;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.partTitle}>{title}</h3>
      {children}
    </section>
  );
}

function SessionsLink({ metric, filter, count }: { metric: MetricId; filter: FigureFilter; count: number }) {
  const { t } = useTranslation('figures');
  const list = figureList(filter, metric);
  if (list === null || count === 0) return null;
  return (
    <Button
      variant="default"
      component={Link}
      {...({ to: '/session-list', search: listSearchOf(list, metric) } as object)}
      rightSection={<IconArrowRight size={16} stroke={1.5} />}
    >
      {t('showSessions', { count })}
    </Button>
  );
}

/** So many names a line gives; of more it says how many. */
const namedAtMost = 4;

/** The filter in words, how fresh the figure is, and how much of it may still change. */
function FilterFacts({ filter, statistics }: { filter: FigureFilter; statistics: FigureTotals | undefined }) {
  const { t } = useTranslation('figures');
  const { from, to, hour, sessionTypeId, isOpen } = filter;
  const integrations = useQuery(integrationsQuery('operators'));
  const games = useQuery(gamesQuery());
  const joined = (ids: readonly number[] | undefined, nameOf: ReadonlyMap<number, string>) => {
    if (!ids || ids.length === 0) return null;
    const names = ids.slice(0, namedAtMost).map((id) => nameOf.get(id) ?? `#${id}`);
    const rest = ids.length - names.length;
    return rest === 0 ? names.join(', ') : t('andMore', { names: names.join(', '), count: rest });
  };
  const all = integrations.data?.rows ?? [];
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const operators = new Map(all.flatMap((one) => (one.operators ?? []).map(({ id, name }) => [id, name])));
  const gameNames = new Map(games.data?.rows.map((game) => [game.id, gameLabel(game)]));
  const coverage = statistics?.coverage;
  const { sessionsTotal = 0, sessionsOpen = 0 } = statistics?.grandTotals ?? {};
  const share = { open: formatCount(sessionsOpen), total: formatCount(sessionsTotal) };
  const narrowed = [
    ['operators', joined(filter.operators, operators)],
    ['games', joined(filter.games, gameNames)],
  ] as const;
  return (
    <dl className={styles.facts}>
      <Fact label={t('period')}>
        {hour === undefined ? formatPeriod({ from, to }) : formatHour(endsOfHour(hour))}
      </Fact>
      <Fact label={t('zone')}>{ZONE}</Fact>
      <Fact label={t('type')}>
        {t(
          sessionTypeId === null
            ? 'types.all'
            : sessionTypeId === sessionTypes.fun
              ? 'types.fun'
              : 'types.real',
        )}
      </Fact>
      {isOpen !== undefined && <Fact label={t('state')}>{t(isOpen ? 'states.open' : 'states.closed')}</Fact>}
      <Fact label={t('integrations')}>
        {joined(filter.integrations, names) ?? statistics?.integration ?? t('all')}
      </Fact>
      {filter.userId !== undefined && <Fact label={t('player')}>{filter.userId}</Fact>}
      {narrowed.map(
        ([kind, text]) =>
          text !== null && (
            <Fact key={kind} label={t(kind)}>
              {text}
            </Fact>
          ),
      )}
      <Fact label={t('asOf')}>
        {coverage && (coverage.asOf ? formatInstant(coverage.asOf) : t('noFetch'))}
      </Fact>
      <Fact label={t('openShare')}>
        {statistics &&
          (sessionsOpen === 0
            ? t('noneOpen')
            : t('openOf', { ...share, share: formatPercent(sessionsOpen / sessionsTotal, 2) }))}
      </Fact>
    </dl>
  );
}
