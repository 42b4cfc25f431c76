import { metricOfSplit } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SeriesList } from '../../../components/chart/series-list.tsx';
import { SkeletonChart } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { LastMonthButton } from '../../../components/form/period-picker.tsx';
import { SwitchOrSelect } from '../../../components/form/switch-or-select.tsx';
import { requestStatisticsFile } from '../../../domain/statistics/exports.ts';
import { useCan } from '../../../lib/auth/index.ts';
import type { Period } from '../../../lib/days.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { explainedBy, requestOf, splitSeries } from '../chart-data.ts';
import { type ChartFilters, datasetChoices, settle, valueTypes, withGrain } from '../filters.ts';
import { hiddenOf, rangeOf, zoomText } from '../search.ts';
import type { TabProps } from '../tab-props.ts';
import { useChartAnswer } from '../use-chart-answer.ts';
import { useTopGames } from '../use-top-games.ts';
import { ChartPanel } from './chart-panel.tsx';
import { ChartsFilters } from './charts-filters.tsx';
import { seriesFace } from './series-face.tsx';

/** One figure, a series per game or integration, asked for with Submit. */
export function SpecificTab(props: TabProps) {
  const { search, shown, reference, isReady, dataset, onSearch, onFilters, onClear } = props;
  const isPhone = useIsPhone();
  const isTablet = useMedia(breakpoints.tablet);
  const { t } = useTranslation('charts');
  const { t: common } = useTranslation('common');
  const seesNetAndDue = useCan('money:net-and-due');
  const [draft, setDraft] = useState(shown);
  useEffect(() => setDraft(shown), [shown]);
  const change = (part: Partial<ChartFilters>) =>
    setDraft((before) => settle(withGrain({ ...before, ...part }, before), reference));

  const isAsked = shown.games.length > 0;
  const topGames = useTopGames(shown, reference, isReady && !isAsked);
  const isFindingGames = !isAsked && topGames?.length !== 0;
  const { onReplace } = props;
  useEffect(() => {
    if (topGames && topGames.length > 0) onReplace({ ...search, games: topGames });
  }, [topGames, onReplace, search]);
  const [focused, setFocused] = useState<string | null>(null);
  const answer = useChartAnswer(shown, dataset, isReady && isAsked);
  const { query, begun } = answer;
  const values = valueTypes(shown.money, seesNetAndDue);
  const value = values.find((stat) => stat === search.value) ?? 'bet';
  const metricName = common(`metric.${metricOfSplit(value)}`);
  const { shortNameOf, ...face } = useMemo(() => seriesFace(reference), [reference]);
  const series = useMemo(
    () =>
      (query.data ? splitSeries(query.data, value, begun, t('total', { metric: metricName })) : []).map(
        (one) => ({ ...one, shortName: shortNameOf(one) }),
      ),
    [query.data, value, begun, metricName, shortNameOf, t],
  );
  const hidden = useMemo(() => hiddenOf(search.hidden, []), [search.hidden]);
  const without = query.data?.datasets.games ? shown.games.length - series.length : 0;

  const takePeriod = (period: Period) => onFilters({ ...shown, period });
  const submit = () => {
    const asked = settle(draft, reference);
    if (JSON.stringify(asked) === JSON.stringify(shown)) void query.refetch();
    else onFilters(asked);
  };
  // A phone has the choices in one row.
  const datasets = reference.isProvider && (
    <SwitchOrSelect
      isSelect={isPhone}
      label={t('dataset')}
      value={dataset}
      onChange={props.onDataset}
      options={datasetChoices(shown.integrations, reference).map((one) => ({
        value: one,
        label: t(`datasets.${one}`),
      }))}
    />
  );
  return (
    <>
      <ChartsFilters
        filters={draft}
        reference={reference}
        onChange={change}
        onClear={() => setDraft(props.cleared)}
        submit={{
          onSubmit: submit,
          loading: isAsked ? query.isFetching : isFindingGames,
          refusal: draft.games.length === 0 && !isFindingGames ? t('selectGame') : null,
        }}
      />
      <ChartPanel
        title={
          <>
            <SwitchOrSelect
              isSelect={isTablet}
              label={t('valueType')}
              value={value}
              onChange={(chosen) => onSearch({ ...search, value: chosen === 'bet' ? undefined : chosen })}
              options={values.map((stat) => ({
                value: stat,
                label: common(`metric.${metricOfSplit(stat)}`),
              }))}
            />
            {isPhone && datasets}
          </>
        }
        what={metricName}
        filters={shown}
        reference={reference}
        answer={answer}
        series={series}
        hidden={hidden}
        note={without > 0 ? t('without', { count: without }) : null}
        scope={
          dataset === 'integrations' && isAsked && shown.games.length < reference.games.length ? (
            <>
              {t('ofGames', { count: shown.games.length })}{' '}
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => onFilters({ ...shown, games: reference.games.map(({ id }) => id) })}
              >
                {t('allGames')}
              </Button>
            </>
          ) : null
        }
        waiting={
          isAsked ? undefined : isFindingGames ? (
            <SkeletonChart height={420} />
          ) : (
            <EmptyState
              title={t('selectGame')}
              actions={<LastMonthButton period={shown.period} onPeriod={takePeriod} />}
            >
              {t('chooseHelp')}
            </EmptyState>
          )
        }
        focused={focused}
        list={
          (isAsked || isFindingGames) && (
            <SeriesList
              series={series}
              metric={metricOfSplit(value)}
              explains={explainedBy(shown)}
              words={{
                list: t('totalsName'),
                more: (count) => t('moreSeries', { count }),
                rest: t('moreTitle'),
              }}
              hidden={hidden}
              onToggle={(id) => props.onHidden(id, hidden, [])}
              onFocus={setFocused}
              {...face}
              stale={answer.isStale}
              points={answer.points}
            />
          )
        }
        actions={!isPhone && datasets}
        onExport={(format) =>
          requestStatisticsFile({ request: requestOf(shown, dataset), stat: value, format })
        }
        metricOf={() => metricOfSplit(value)}
        view={search.view ?? 'line'}
        onView={(view) => onSearch({ ...search, view: view === 'line' ? undefined : view })}
        range={rangeOf(search.zoom)}
        onRange={(range) => props.onReplace({ ...search, zoom: zoomText(range) })}
        onClear={onClear}
        onPeriod={takePeriod}
      />
    </>
  );
}
