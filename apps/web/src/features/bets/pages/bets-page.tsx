import { type Integration, listIntegrations } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/identity.tsx';
import { MultiPicker } from '../../../components/multi-picker.tsx';
import { PageBody, PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SkeletonLine } from '../../../components/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../components/states.tsx';
import { queryFor } from '../../../lib/api/index.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { type BetsPlace, betsQuery } from '../api/save-bets.ts';
import { BetsEditor } from '../components/bets-editor.tsx';
import { type BetsSearch, chosen } from '../search.ts';
import styles from './bets-page.module.css';

interface BetsPageProps {
  search: BetsSearch;
  onSearch: (search: BetsSearch) => void;
}

const noIntegrations: readonly Integration[] = [];

/** The bets that a game allows at an operator, and the change of them (area BET). */
export function BetsPage({ search, onSearch }: BetsPageProps) {
  const { t } = useTranslation('bets');
  const picksIntegration = useCan('integrations:manage');
  const integrations = useQuery(queryFor(listIntegrations, { query: { with: ['games', 'operators'] } }));
  const rows = integrations.data?.rows ?? noIntegrations;
  const integration = picksIntegration ? rows.find(({ id }) => id === search.integration) : rows[0];
  const operator = integration?.operators?.find(({ code }) => code === search.operator);
  const played = integration?.games?.filter(({ integration_games: link }) => link.is_active !== null) ?? [];
  const game = operator && played.find(({ slug }) => slug === search.game);
  return (
    <>
      <PageHeader title={t('title')} context={t('context')} />
      <PageBody>
        {integrations.isError ? (
          <ErrorState
            onReload={() => void integrations.refetch()}
            reloading={integrations.isFetching}
            filtersKept
          />
        ) : (
          <>
            <div className={styles.pickers}>
              {picksIntegration && (
                <MultiPicker
                  single
                  label={t('integration')}
                  placeholder={t('choose')}
                  options={rows.map(({ id, name }) => ({
                    value: String(id),
                    label: name,
                    art: <IntegrationChip name={name} number={id} />,
                  }))}
                  value={integration ? [String(integration.id)] : []}
                  onChange={([id]) => onSearch(chosen.integration(id === undefined ? undefined : Number(id)))}
                />
              )}
              <MultiPicker
                single
                label={t('operator')}
                placeholder={t(integration ? 'choose' : 'chooseIntegrationFirst')}
                disabled={!integration}
                options={(integration?.operators ?? []).map(({ code, name }) => ({
                  value: code,
                  label: name,
                  note: code,
                }))}
                value={operator ? [operator.code] : []}
                onChange={([code]) => onSearch(chosen.operator(search, code))}
              />
              <MultiPicker
                single
                label={t('game')}
                placeholder={t(operator ? 'choose' : 'chooseOperatorFirst')}
                disabled={!operator}
                options={played.map(({ slug, name, sub_name }) => ({
                  value: slug,
                  label: sub_name ? `${name} ${sub_name}` : name,
                }))}
                value={game ? [game.slug] : []}
                onChange={([slug]) => onSearch(chosen.game(search, slug))}
              />
            </div>
            {integration && operator && game ? (
              <BetsOf
                key={`${integration.id}/${operator.code}/${game.slug}`}
                place={{ id: integration.id, operatorCode: operator.code, gameSlug: game.slug }}
                names={{ game: game.name, operator: operator.name }}
              />
            ) : (
              integrations.data && <EmptyState title={t('chooseTitle')}>{t('chooseHelp')}</EmptyState>
            )}
          </>
        )}
      </PageBody>
    </>
  );
}

function BetsOf({ place, names }: { place: BetsPlace; names: { game: string; operator: string } }) {
  const { t } = useTranslation('bets');
  const bets = useQuery(betsQuery(place));
  // ERR-092, for each attempt that fails.
  const failedAt = bets.isError ? bets.errorUpdatedAt : 0;
  useEffect(() => {
    if (failedAt > 0) toast('error', t('failed'));
  }, [failedAt, t]);
  if (bets.isError) {
    return <ErrorState text={t('failed')} onReload={() => void bets.refetch()} reloading={bets.isFetching} />;
  }
  if (!bets.data) {
    return (
      <Panel title={t('betsOf', names)}>
        <div className={styles.chips} aria-busy="true">
          {Array.from({ length: 12 }, (_unused, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <SkeletonLine key={index} width={84} height={32} my={0} />
          ))}
        </div>
      </Panel>
    );
  }
  return <BetsEditor place={place} bets={bets.data} names={names} />;
}
