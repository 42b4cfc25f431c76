import type { Integration } from '@ludus/contract';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { hasNoData, QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { FilterBar } from '../../../components/form/filter-bar.tsx';
import { choiceFilter } from '../../../components/form/picker-filter.tsx';
import { actionBarPage } from '../../../components/layout/action-bar.tsx';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { PendingChanges } from '../../../domain/approval/pending-changes.tsx';
import { type BetsPlace, betsQuery } from '../../../domain/game/save-bets.ts';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { useErrorToast } from '../../../lib/use-error-toast.ts';
import { BetsEditor } from '../components/bets-editor.tsx';
import { BetsMatrix } from '../components/bets-matrix.tsx';
import { type BetsSearch, chosen } from '../search.ts';
import styles from './bets-page.module.css';

interface BetsPageProps {
  search: BetsSearch;
  onSearch: (search: BetsSearch) => void;
}

/** Where Manage games has bet lists in a workbook. */
const betListsHash = 'bet-lists';
const noIntegrations: readonly Integration[] = [];
/** In px: three of them stand in the row of a tablet. */
const pickerWidth = 208;

/** The bets that a game allows at an operator, and the change of them (area BET). */
export function BetsPage({ search, onSearch }: BetsPageProps) {
  const { t } = useTranslation('bets');
  const picksIntegration = useCan('integrations:manage');
  const mayManageGames = useCan('games:edit');
  const router = useRouter();
  const integrations = useQuery(integrationsQuery('games', 'operators'));
  const rows = integrations.data?.rows ?? noIntegrations;
  // What the address leaves open is the first one: the page always shows bets.
  const integration =
    (picksIntegration ? rows.find(({ id }) => id === search.integration) : undefined) ?? rows[0];
  const operators = integration?.operators;
  const operator = operators?.find(({ code }) => code === search.operator) ?? operators?.[0];
  const place: BetsSearch = {
    integration: picksIntegration ? integration?.id : undefined,
    operator: operator?.code,
    game: search.game,
  };
  const played = integration?.games?.filter(({ integration_games: link }) => link.is_active !== null) ?? [];
  const game = operator && played.find(({ slug }) => slug === search.game);
  return (
    <>
      <PageHeader
        title={t('title')}
        context={t('context')}
        actions={
          mayManageGames && (
            <HeaderButton
              label={t('byFile')}
              hint={t('byFileHint')}
              icon={<IconFileSpreadsheet size={16} stroke={1.5} />}
              onClick={() =>
                void router.navigate({
                  to: '/games/{-$stepNumber}',
                  search: { panel: 'file', integration: integration?.id, operator: operator?.code },
                  hash: betListsHash,
                })
              }
            />
          )
        }
        {...(game
          ? { back: { to: '/bets', search: { ...chosen.game(place, undefined) }, label: t('back') } }
          : {})}
      />
      <PageBody fill className={game ? actionBarPage : styles.matrixPage}>
        <QueryView query={integrations} filtersKept>
          <FilterBar
            items={[
              ...(picksIntegration
                ? [
                    choiceFilter({
                      id: 'integration',
                      label: t('integration'),
                      width: pickerWidth,
                      placeholder: t('choose'),
                      options: rows.map(({ id, name }) => ({
                        value: id,
                        label: name,
                        art: <IntegrationChip name={name} number={id} size={16} />,
                      })),
                      value: integration?.id,
                      onChange: (id) => onSearch(chosen.integration(id)),
                    }),
                  ]
                : []),
              {
                ...choiceFilter({
                  id: 'operator',
                  label: t('operator'),
                  width: pickerWidth,
                  placeholder: t('choose'),
                  options: (operators ?? []).map(({ code, name }) => ({
                    value: code,
                    label: name,
                    note: code,
                  })),
                  value: operator?.code,
                  onChange: (code) => onSearch(chosen.operator(place, code)),
                }),
                // The first one is the default.
                isActive: search.operator !== undefined,
              },
              choiceFilter({
                id: 'game',
                label: t('game'),
                width: pickerWidth,
                placeholder: t('allGames'),
                options: played.map(({ slug, name, sub_name }) => ({
                  value: slug,
                  label: sub_name ? `${name} ${sub_name}` : name,
                })),
                value: game?.slug,
                onChange: (slug) => onSearch(chosen.game(place, slug)),
              }),
            ]}
          />
          {integration && operator && (
            <PendingChanges
              subject={['bets', integration.id, operator.code, ...(game ? [game.slug] : [])].join('/')}
            />
          )}
          {integration && operator && game ? (
            <BetsOf
              key={`${integration.id}/${operator.code}/${game.slug}`}
              place={{ id: integration.id, operatorCode: operator.code, gameSlug: game.slug }}
              names={{ game: game.name, operator: operator.name }}
            />
          ) : integration && operator ? (
            <BetsMatrix
              key={`${integration.id}/${operator.code}`}
              integrationId={integration.id}
              operator={operator}
              games={played}
              onGame={(slug) => onSearch(chosen.game(place, slug))}
            />
          ) : (
            integrations.data && <EmptyState title={t('chooseTitle')}>{t('chooseHelp')}</EmptyState>
          )}
        </QueryView>
      </PageBody>
    </>
  );
}

function BetsOf({ place, names }: { place: BetsPlace; names: { game: string; operator: string } }) {
  const { t } = useTranslation('bets');
  const bets = useQuery(betsQuery(place));
  useErrorToast(hasNoData(bets) ? bets.errorUpdatedAt : 0, t('failed'));
  if (!bets.data) {
    return (
      <QueryView query={bets} text={t('failed')}>
        <Panel title={t('betsOf', names)}>
          <div className={styles.chips} aria-busy="true">
            {Array.from({ length: 12 }, (_unused, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <SkeletonLine key={index} width={84} height={32} my={0} />
            ))}
          </div>
        </Panel>
      </QueryView>
    );
  }
  return (
    <QueryView query={bets}>
      <BetsEditor place={place} bets={bets.data} names={names} />
    </QueryView>
  );
}
