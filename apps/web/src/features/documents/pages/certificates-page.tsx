import type { CoverageCell, CoverageRow, NeededJurisdiction } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../components/export-button.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import {
  certificateActionsQuery,
  certificatesQuery,
  coverageQuery,
  requestCoverageFile,
} from '../../../domain/certificate/certificates.ts';
import { useOwnIntegration } from '../../../domain/game/catalog-viewer.ts';
import { catalogWithCoversQuery, coverOf } from '../../../domain/game/games.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import {
  actionFilterOf,
  coverageFilterOf,
  fileFilterOf,
  hasFilters,
  listQueryOf,
  needOf,
  rowsPerPage,
} from '../certificates-query.ts';
import type { CertificatesSearch } from '../certificates-search.ts';
import { ActionTable } from '../components/action-table.tsx';
import { AddDocuments } from '../components/add-documents.tsx';
import { CertificatePanel } from '../components/certificate-panel.tsx';
import { CertificatesFilters, noFilters } from '../components/certificates-filters.tsx';
import { CertificatesTable } from '../components/certificates-table.tsx';
import { CoverageMatrix } from '../components/coverage-matrix.tsx';
import { ActionTiles, StateTiles } from '../components/state-tiles.tsx';
import styles from './certificates-page.module.css';

interface CertificatesPageProps {
  search: CertificatesSearch;
  /** `typing` is true while someone types: the address then changes in place. */
  onSearch: (search: CertificatesSearch, typing: boolean) => void;
}

interface ViewProps {
  search: CertificatesSearch;
  narrow: (part: Partial<CertificatesSearch>, typing?: boolean) => void;
  mayManage: boolean;
}

/** What an added certificate starts with. */
interface Adding {
  gameId: number | null;
  integrationId: number | null;
  jurisdiction: NeededJurisdiction | null;
}

/** What expires, and for which jurisdictions games are certified. Filters, page and the open document live in the URL. */
export function CertificatesPage({ search: asked, onSearch }: CertificatesPageProps) {
  const { t } = useTranslation('documents');
  // Nothing that has ended ends within some days: an address with both would show a tile with a count above an empty list.
  const search = useMemo(
    () => (asked.within !== undefined && asked.state === 'expired' ? { ...asked, state: undefined } : asked),
    [asked],
  );
  const own = useOwnIntegration();
  const mayManage = own === null;
  const isPhone = useIsPhone();
  const isNarrow = useMedia(breakpoints.tablet);
  const [adding, setAdding] = useState<Adding | null>(null);
  const narrow = (part: Partial<CertificatesSearch>, typing = false) =>
    onSearch({ ...search, page: undefined, ...part }, typing);
  const open = useCallback(
    (id: number | undefined) => onSearch({ ...search, id }, false),
    [search, onSearch],
  );
  const addMissing = useCallback(
    (
      { game }: Pick<CoverageRow, 'game'>,
      { jurisdiction, integrations }: Pick<CoverageCell, 'jurisdiction' | 'integrations'>,
    ) => {
      const [only, ...others] = integrations;
      setAdding({
        gameId: game.id,
        jurisdiction,
        integrationId: others.length === 0 && search.integration !== undefined ? (only?.id ?? null) : null,
      });
    },
    [search.integration],
  );
  const view = { search, narrow, mayManage };
  const isCoverage = search.view === 'coverage';
  const isAction = search.view === 'action';
  return (
    <>
      <PageHeader
        title={t('certificates')}
        context={
          <>
            {/* With it the link would stand alone in a row. */}
            {!isNarrow &&
              `${own === null ? t('certificatesContext') : t('certificatesContextOwn', { name: own })}. `}
            <AllDocuments />
          </>
        }
        actions={
          (isCoverage || isAction) && (
            <ExportButton
              compact={isPhone}
              onExport={(format) => requestCoverageFile({ filter: fileFilterOf(search), format })}
            />
          )
        }
        primary={
          mayManage && (
            <Button
              leftSection={<IconPlus size={16} stroke={1.75} />}
              onClick={() =>
                setAdding({
                  gameId: search.game ?? null,
                  integrationId: search.integration ?? null,
                  jurisdiction: null,
                })
              }
            >
              {t('addCertificate')}
            </Button>
          )
        }
      />
      <PageBody fill>
        {isCoverage ? (
          <CoverageView {...view} onOpen={open} onAdd={mayManage ? addMissing : null} />
        ) : isAction ? (
          <ActionView {...view} onOpen={open} onAdd={mayManage ? addMissing : null} />
        ) : (
          <ListView {...view} onOpen={open} />
        )}
      </PageBody>
      {search.id !== undefined && (
        <CertificatePanel
          key={search.id}
          id={search.id}
          mayManage={mayManage}
          onOpen={open}
          onClose={() => open(undefined)}
        />
      )}
      {adding && (
        <AddDocuments
          files={[]}
          gameId={adding.gameId}
          integrationId={adding.integrationId}
          jurisdiction={adding.jurisdiction}
          isCertificate
          isGeneral={false}
          title={t('addCertificate')}
          onClose={() => setAdding(null)}
        />
      )}
    </>
  );
}

/** How many documents there are, and the way to them by game. */
function AllDocuments() {
  const { t } = useTranslation('documents');
  const { data } = useQuery(certificatesQuery({ limit: 1 }));
  const count = Object.values(data?.states ?? {}).reduce((sum, one) => sum + one, 0);
  return (
    <>
      {count > 0 && `${t('allDocuments', { count })} · `}
      <InternalLink className={styles.link} href="/documentation">
        {t('openDocumentation')}
      </InternalLink>
    </>
  );
}

/**
 * How many have expired under the filters. What has ended is no part of what ends within some days, so that it is counted
 * without them; undefined while it loads.
 */
function useExpiredCount(search: CertificatesSearch, listed: number | undefined): number | undefined {
  const isLimited = search.within !== undefined;
  const { data } = useQuery({
    ...certificatesQuery({
      ...listQueryOf({ ...search, within: undefined, page: undefined }),
      state: undefined,
      limit: 1,
    }),
    enabled: isLimited,
  });
  return isLimited ? data?.states.expired : listed;
}

/** The picture of a game, once the catalogue is read. */
function useCovers(): (gameId: number) => string | undefined {
  const catalog = useQuery({ ...catalogWithCoversQuery(), enabled: useCan('catalog:read') });
  const covers = useMemo(
    () => new Map(catalog.data?.rows.map((game) => [game.id, coverOf(game)])),
    [catalog.data],
  );
  return useCallback((id: number) => covers.get(id), [covers]);
}

/** Documents by their end. */
function ListView({ search, narrow, mayManage, onOpen }: ViewProps & { onOpen: (id: number) => void }) {
  const { t } = useTranslation('documents');
  const query = useQuery(certificatesQuery(listQueryOf(search)));
  const coverOfGame = useCovers();
  const { data } = query;
  const lost = data?.withoutJurisdiction ?? 0;
  const { within } = search;
  const expired = useExpiredCount(search, data?.states.expired);
  const showExpired = () => narrow({ within: undefined, state: 'expired' });
  return (
    <>
      {/* Where they stand in the other view, too. */}
      <CertificatesFilters search={search} onChange={narrow} mayManage={mayManage} />
      <StateTiles
        counts={data?.states}
        expired={expired}
        within={within}
        state={search.state}
        onState={(state) => (state === 'expired' ? showExpired() : narrow({ state }))}
      />
      {mayManage && lost > 0 && search.jurisdiction !== 'none' && (
        <p className={styles.note}>
          {t('lostCertificates', { count: lost })}{' '}
          <button
            type="button"
            className={styles.link}
            onClick={() => narrow({ state: undefined, type: 'certificate', jurisdiction: 'none' })}
          >
            {t('showLost')}
          </button>
        </p>
      )}
      {within !== undefined && expired !== undefined && expired > 0 && (
        <p className={styles.note}>
          {t('pastEnd', { count: expired, days: within })}{' '}
          <button type="button" className={styles.link} onClick={showExpired}>
            {t('showPastEnd')}
          </button>
        </p>
      )}
      <QueryView query={query} text={t('failed')} filtersKept>
        <CertificatesTable
          rows={data?.rows ?? []}
          coverOf={coverOfGame}
          loading={!data}
          stale={query.isPlaceholderData}
          mayManage={mayManage}
          selectedId={search.id}
          onOpen={onOpen}
          empty={
            <Empty
              search={search}
              narrow={narrow}
              text={t(mayManage ? 'noCertificatesText' : 'noneYetOwn')}
            />
          }
        />
        <Pages search={search} count={data?.count} narrow={narrow} />
      </QueryView>
    </>
  );
}

interface CoverageViewProps extends ViewProps {
  onOpen: (id: number) => void;
  onAdd:
    | ((row: Pick<CoverageRow, 'game'>, cell: Pick<CoverageCell, 'jurisdiction' | 'integrations'>) => void)
    | null;
}

/** Games × jurisdictions. */
function CoverageView({ search, narrow, mayManage, onOpen, onAdd }: CoverageViewProps) {
  const { t } = useTranslation('documents');
  const query = useQuery(
    coverageQuery({ ...coverageFilterOf(search), page: search.page, limit: rowsPerPage }),
  );
  const coverOfGame = useCovers();
  const { data } = query;
  return (
    <>
      <CertificatesFilters search={search} onChange={narrow} mayManage={mayManage} />
      <QueryView query={query} text={t('failed')} filtersKept>
        <CoverageMatrix
          rows={data?.rows ?? []}
          jurisdictions={data?.jurisdictions ?? []}
          byJurisdiction={data?.byJurisdiction ?? []}
          coverOf={coverOfGame}
          loading={!data}
          stale={query.isPlaceholderData}
          onOpen={onOpen}
          onAdd={onAdd}
          empty={
            search.gaps === true ? (
              <EmptyState
                title={t('nothingMissing')}
                actions={
                  <Button variant="default" onClick={() => narrow({ gaps: undefined })}>
                    {t('allGames')}
                  </Button>
                }
              >
                {t('noGaps')}
              </EmptyState>
            ) : (
              <Empty search={search} narrow={narrow} text={t('noCoverageText')} />
            )
          }
        />
        <Pages search={search} count={data?.count} narrow={narrow} />
      </QueryView>
    </>
  );
}

/** What has expired, expires or is missing, the most urgent first. */
function ActionView({ search, narrow, mayManage, onOpen, onAdd }: CoverageViewProps) {
  const { t } = useTranslation('documents');
  const query = useQuery(
    certificateActionsQuery({ ...actionFilterOf(search), page: search.page, limit: rowsPerPage }),
  );
  const coverOfGame = useCovers();
  const { data } = query;
  return (
    <>
      <CertificatesFilters search={search} onChange={narrow} mayManage={mayManage} />
      <ActionTiles totals={data?.totals} need={needOf(search)} onNeed={(need) => narrow({ need })} />
      <QueryView query={query} text={t('failed')} filtersKept>
        <ActionTable
          rows={data?.rows ?? []}
          coverOf={coverOfGame}
          loading={!data}
          stale={query.isPlaceholderData}
          mayManage={mayManage}
          onOpen={onOpen}
          onAdd={onAdd}
          empty={
            hasFilters(search) ? (
              <Empty search={search} narrow={narrow} text="" />
            ) : (
              <EmptyState title={t('nothingNeedsAction')}>{t('nothingNeedsActionText')}</EmptyState>
            )
          }
        />
        <Pages search={search} count={data?.count} narrow={narrow} />
      </QueryView>
    </>
  );
}

function Empty({ search, narrow, text }: Pick<ViewProps, 'search' | 'narrow'> & { text: string }) {
  const { t } = useTranslation('documents');
  const isFiltered = hasFilters(search);
  return (
    <EmptyState
      title={t(isFiltered ? 'none' : 'noCertificates')}
      actions={
        isFiltered && (
          <Button variant="default" onClick={() => narrow({ ...noFilters, state: undefined })}>
            {t('clear')}
          </Button>
        )
      }
    >
      {isFiltered ? t('noneLeft') : text}
    </EmptyState>
  );
}

function Pages({
  search,
  count,
  narrow,
}: Pick<ViewProps, 'search' | 'narrow'> & { count: number | undefined }) {
  if (count === undefined || count <= rowsPerPage) return null;
  return (
    <Pagination
      page={search.page ?? 1}
      pageSize={rowsPerPage}
      total={count}
      onChange={(page) => narrow({ page: page === 1 ? undefined : page })}
    />
  );
}
