import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { gamesWithCoversQuery } from '../../../domain/game/games.ts';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { HiddenMoneyLine } from '../../../domain/statement/hidden-money-line.tsx';
import { grainFor } from '../../../domain/statistics/chart-steps.ts';
import { TrustStrip } from '../../../domain/statistics/coverage/trust-strip.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatPeriod } from '../../../lib/format.ts';
import { periodFor, rememberDateType, rememberPeriod, sharedFilters } from '../../../lib/shared-filters.ts';
import { useToday } from '../../../lib/use-today.ts';
import { coverageFilterOf } from '../chart-data.ts';
import { ChartsTabs } from '../components/charts-tabs.tsx';
import { RankingTab } from '../components/ranking-tab.tsx';
import { SpecificTab } from '../components/specific-tab.tsx';
import { TotalsTab } from '../components/totals-tab.tsx';
import {
  type ChartFilters,
  choosableGames,
  datasetAfter,
  datasetChoices,
  type Reference,
  ruledDataset,
  settle,
  withGrain,
  withOwner,
} from '../filters.ts';
import { type ChartsSearch, type Dataset, filtersOf, hiddenText, searchOf } from '../search.ts';
import type { TabProps } from '../tab-props.ts';

interface ChartsPageProps {
  search: ChartsSearch;
  onSearch: (search: ChartsSearch) => void;
  onReplace: (search: ChartsSearch) => void;
  reportsHref: string | null;
  onReports: () => void;
}

/** Totals and Specific (area CHART). Everything that is chosen is in the URL. */
export function ChartsPage({ search, onSearch, onReplace, ...props }: ChartsPageProps) {
  const { t } = useTranslation('charts');
  const isProvider = useCan('integrations:manage');
  const tab = search.type ?? 'Totals';
  const day = useToday();
  const { from, to } = periodFor(search, day);
  const by = search.by ?? sharedFilters.get().dateType ?? grainFor({ from, to });
  useEffect(() => {
    rememberPeriod({ from, to }, day);
    rememberDateType(by === grainFor({ from, to }) ? null : by);
  }, [from, to, by, day]);
  // What was remembered or is the default today must not be another period for whom the link is sent to.
  const isComplete = search.from === from && search.to === to && search.by === by;
  useEffect(() => {
    if (!isComplete) onReplace({ ...search, from, to, by });
  }, [isComplete, onReplace, search, from, to, by]);

  const integrations = useQuery(integrationsQuery('games', 'operators'));
  const games = useQuery(gamesWithCoversQuery());
  const isReady = Boolean(integrations.data && games.data);
  const reference = useMemo<Reference>(
    () => ({
      games: choosableGames(games.data?.rows ?? [], isProvider),
      integrations: integrations.data?.rows ?? [],
      isProvider,
    }),
    [games.data, integrations.data, isProvider],
  );
  const asked = filtersOf(search, { from, to }, by);
  const shownText = JSON.stringify(isReady ? settle(withOwner(asked, reference), reference) : asked);
  // The same filters stay the same object while other parts of the URL change.
  const shown = useMemo(() => JSON.parse(shownText) as ChartFilters, [shownText]);
  const toggled =
    isProvider && datasetChoices(shown.integrations, reference).find((one) => one === search.dataset);
  const dataset = toggled || ruledDataset(shown.integrations, reference);

  const withDataset = (next: ChartsSearch, chosen: Dataset): ChartsSearch => {
    const ruled = ruledDataset(next.integrations ?? [], reference);
    return { ...next, dataset: chosen === ruled ? undefined : chosen };
  };
  const cleared = filtersOf({ money: shown.money }, { from, to }, by);
  const tabProps: TabProps = {
    search,
    shown,
    reference,
    isReady,
    dataset,
    periodText: formatPeriod({ from, to }),
    cleared,
    onSearch,
    onReplace,
    onFilters: (filters) => {
      const next = settle(withGrain(filters, shown), reference);
      const after = datasetAfter({ integrations: shown.integrations, dataset }, next.integrations, reference);
      onSearch(withDataset(searchOf(next, search), after));
    },
    onDataset: (chosen) => onSearch({ ...withDataset(searchOf(shown, search), chosen), hidden: undefined }),
    onHidden: (id, hidden, byDefault) => {
      const next = new Set(hidden);
      if (!next.delete(id)) next.add(id);
      onReplace({ ...search, hidden: hiddenText(next, byDefault) });
    },
    onClear: () => onSearch(searchOf({ ...cleared, money: 'real' }, { type: search.type })),
  };
  const Tab = { Totals: TotalsTab, Specific: SpecificTab, Top: RankingTab, Change: RankingTab }[tab];
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          <TrustStrip filter={isReady ? coverageFilterOf(shown) : null}>
            {t(`moneyIn.${shown.money}`)}
          </TrustStrip>
        }
        primary={
          <ChartsTabs
            value={tab}
            onChange={(chosen) =>
              onSearch({
                ...searchOf(shown, search),
                type: chosen === 'Totals' ? undefined : chosen,
                hidden: undefined,
              })
            }
            reportsHref={props.reportsHref}
            onReports={props.onReports}
          />
        }
      />
      <PageBody>
        <QueryView query={[integrations, games]} filtersKept>
          <Tab key={tab} {...tabProps} />
          <HiddenMoneyLine />
        </QueryView>
      </PageBody>
    </>
  );
}
