import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasNoData, QueryView } from '../../../components/feedback/query-view.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { certificatesQuery } from '../../../domain/certificate/certificates.ts';
import { useOwnIntegration } from '../../../domain/game/catalog-viewer.ts';
import { DropZone } from '../../../domain/game/form/drop-zone.tsx';
import { catalogWithCoversQuery, catalogWithLinksQuery, coverOf } from '../../../domain/game/games.ts';
import { allDocumentsQuery } from '../../../domain/integration/documents.ts';
import { formatCount } from '../../../lib/format.ts';
import { useToday } from '../../../lib/use-today.ts';
import {
  expiryOf,
  filterDocuments,
  findDocuments,
  type UncertifiedGame,
  uncertifiedGames,
} from '../facets.ts';
import type { DocumentsSearch } from '../search.ts';
import { searchGames } from '../search-games.ts';
import { AddDocuments, pickerTypes } from './add-documents.tsx';
import { DocumentStates } from './document-states.tsx';
import styles from './documents.module.css';
import { DocumentsByGame } from './documents-by-game.tsx';
import { DocumentsFilters } from './documents-filters.tsx';
import { DocumentsTable, type GameFace } from './documents-table.tsx';
import { MissingGames } from './missing-games.tsx';

interface DocumentsPanelProps {
  search: DocumentsSearch;
  /** `typing` is true while someone types: the address then changes in place. */
  onSearch: (search: DocumentsSearch, typing: boolean) => void;
  /** Where the button that adds documents stands above what fills the page; without it, above the list. */
  renderPage?: (list: ReactNode, addButton: ReactNode) => ReactNode;
}

/**
 * Documents of integrations and games. Staff of the provider see all of them, add, change and delete; everyone else
 * views and downloads what is their own integration's.
 */
export function DocumentsPanel({ onSearch, renderPage = besideList, ...props }: DocumentsPanelProps) {
  const { t } = useTranslation('documents');
  const mayManage = useOwnIntegration() === null;
  const search = mayManage ? props.search : withoutChoices(props.search);
  const today = useToday();
  const documents = useQuery(allDocumentsQuery());
  const catalog = useQuery(mayManage ? catalogWithLinksQuery() : catalogWithCoversQuery());
  const [adding, setAdding] = useState<{ files: readonly File[]; gameId: number | null } | null>(null);

  const all = useMemo(() => documents.data ?? [], [documents.data]);
  const games = useMemo(() => catalog.data?.rows ?? [], [catalog.data]);
  const faces = useMemo(
    () =>
      new Map<number, GameFace>(
        games.map((game) => [game.id, { name: game.name, subName: game.sub_name, src: coverOf(game) }]),
      ),
    [games],
  );
  const left = filterDocuments(all, search, today);
  const missing = (integration: number | undefined) => uncertifiedGames(games, all, integration, today);
  const countOf = (next: DocumentsSearch) => {
    if (!documents.data) return undefined;
    if (next.show === 'missing') return catalog.data && missing(next.integration).length;
    return filterDocuments(all, next, today).length;
  };
  const { integration, type } = search;
  const expired = filterDocuments(all, { integration, type, show: 'expiring' }, today).filter(
    (document) => expiryOf(document, today)?.state === 'expired',
  ).length;
  const isMissing = search.show === 'missing';
  const isByGame = search.view === 'games' && !isMissing;
  const needed = isMissing || isByGame ? [documents, catalog] : [documents];
  const isLoading = needed.some(({ isPending }) => isPending);
  const addButton = mayManage && (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => setAdding({ files: [], gameId: search.game ?? null })}
    >
      {t('add')}
    </Button>
  );
  const list = (
    <Place onFiles={mayManage ? (files) => setAdding({ files, gameId: search.game ?? null }) : undefined}>
      <DocumentStates
        search={search}
        onSearch={(next) => onSearch(next, false)}
        countOf={countOf}
        expired={expired}
        mayManage={mayManage}
      />
      {search.show === 'expiring' && <InCertificates />}
      {isMissing && <InCoverage />}
      <DocumentsFilters search={search} onSearch={onSearch} countOf={countOf} mayManage={mayManage} />
      <QueryView query={needed} text={t('failed')}>
        {needed.some(hasNoData) ? null : isMissing ? (
          <MissingGames
            rows={findGames(missing(search.integration), search.find)}
            isLoading={isLoading}
            onAdd={(gameId) => setAdding({ files: [], gameId })}
          />
        ) : isByGame && !isLoading ? (
          <DocumentsByGame
            games={games}
            documents={left}
            uncertified={missing(search.integration)}
            find={search.find}
            openId={search.game}
            onOpen={(game) => onSearch({ ...search, game }, false)}
            mayManage={mayManage}
          />
        ) : (
          <DocumentsTable
            key={search.show}
            documents={findDocuments(left, search.find ?? '')}
            faces={faces}
            isLoading={isLoading}
            mayManage={mayManage}
            onClear={all.length > 0 ? () => onSearch({ ...everything, view: search.view }, false) : null}
            onMissing={mayManage ? () => onSearch({ ...everything, show: 'missing' }, false) : null}
          />
        )}
      </QueryView>
    </Place>
  );
  return (
    <>
      {renderPage(list, addButton)}
      {adding && (
        <AddDocuments
          files={adding.files}
          integrationId={search.integration ?? null}
          gameId={adding.gameId}
          isCertificate={isMissing}
          isGeneral={search.show === 'general'}
          onClose={() => setAdding(null)}
        />
      )}
    </>
  );
}

/** Named one by one: other screens add what is theirs to the address. */
const everything = {
  show: undefined,
  integration: undefined,
  type: undefined,
  find: undefined,
  view: undefined,
  game: undefined,
} satisfies DocumentsSearch;

function besideList(list: ReactNode, addButton: ReactNode) {
  return (
    <div className={styles.panel}>
      {addButton && <div className={styles.panelHead}>{addButton}</div>}
      {list}
    </div>
  );
}

/** Takes files that are dropped anywhere on the list, from whoever may add them. */
function Place({
  onFiles,
  children,
}: {
  onFiles: ((files: File[]) => void) | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation('documents');
  if (onFiles === undefined) return <div className={styles.page}>{children}</div>;
  return (
    <DropZone
      label={t('dropFiles')}
      accept={pickerTypes}
      multiple
      onFiles={onFiles}
      className={`${styles.page} ${styles.dropPage}`}
    >
      {() => children}
    </DropZone>
  );
}

function findGames(rows: readonly UncertifiedGame[], find: string | undefined): UncertifiedGame[] {
  const found = new Set(
    searchGames(
      rows.map(({ game }) => game),
      find ?? '',
    ),
  );
  return rows.filter(({ game }) => found.has(game));
}

/** An address with what only staff of the provider choose shows others their own documents. */
function withoutChoices({ show, type, find, view, game }: DocumentsSearch): DocumentsSearch {
  return { show: show === 'missing' ? undefined : show, type, find, view, game };
}

/** Another question than that of Coverage, which has the word “missing”: any certificate, not those that integrations need. */
function InCoverage() {
  const { t } = useTranslation('documents');
  return (
    <p className={styles.inCertificates}>
      {t('missingHelp')}{' '}
      <InternalLink href="/certificates?view=coverage&gaps=true">
        {t('certificatesLink')}, {t('coverageLink')}
      </InternalLink>
    </p>
  );
}

/** What expires has its own screen, which also knows what was replaced: both count the same documents. */
function InCertificates() {
  const { t } = useTranslation('documents');
  const { data } = useQuery(certificatesQuery({ limit: 1 }));
  const { expired = 0, expiring = 0 } = data?.states ?? {};
  return (
    <p className={styles.inCertificates}>
      {t('inCertificates')}{' '}
      {(['expired', 'expiring'] as const).map((state) => (
        <InternalLink key={state} href={`/certificates?state=${state}`}>
          {t(`certificatesLink`)}, {t(`states.${state}`)}{' '}
          {formatCount(state === 'expired' ? expired : expiring)}
        </InternalLink>
      ))}
    </p>
  );
}
