import type { Game } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GameName } from '../../../components/display/entity-label.tsx';
import { addressAt } from '../../../components/display/game-picture.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ExpandableRows } from '../../../components/table/expandable-rows.tsx';
import { catalogWithCoversQuery } from '../../../domain/game/games.ts';
import { countsQuery } from '../../../domain/integration/documents.ts';
import { formatCount } from '../../../lib/format.ts';
import { searchGames } from '../search-games.ts';
import styles from './certificates.module.css';
import { Files } from './files.tsx';

interface GamesDocumentsProps {
  integrationId: number | null;
  mayManage: boolean;
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  /** What the games were searched by when the page was opened. */
  find: string | undefined;
  onFind: (text: string) => void;
}

/** The games, one of them open with its files. */
export function GamesDocuments({ integrationId, mayManage, openId, onOpen, ...search }: GamesDocumentsProps) {
  const { t } = useTranslation('documents');
  const games = useQuery(catalogWithCoversQuery());
  const counts = useQuery(countsQuery(integrationId));
  const [text, setText] = useState(search.find ?? '');
  const isLoading = useDelayed(games.isPending);
  const all = games.data?.rows;
  const found = useMemo(() => searchGames(all ?? [], text), [all, text]);
  const countOf = useMemo(
    () => new Map(counts.data?.rows.map(({ gameId, count }) => [gameId, count])),
    [counts.data],
  );
  const type = (typed: string) => {
    setText(typed);
    search.onFind(typed);
  };
  return (
    <Panel
      title={t('games')}
      coverage={all ? formatCount(all.length) : undefined}
      actions={
        <SearchInput
          className={styles.find}
          aria-label={t('find')}
          placeholder={t('find')}
          value={text}
          maxLength={200}
          onType={type}
          onKeyDown={(event) => event.key === 'Escape' && type('')}
        />
      }
      ruled
      flush
    >
      <QueryView query={games} text={t('failed')}>
        {!all ? (
          <div className={styles.loading} aria-busy="true">
            <p className="hub-visually-hidden">{t('loadingGames')}</p>
            {isLoading &&
              [62, 48, 70, 54, 66, 50].map((width) => (
                <SkeletonLine key={width} width={`${width}%`} my={16} />
              ))}
          </div>
        ) : found.length === 0 ? (
          <EmptyState title={t(all.length === 0 ? 'noGames' : 'notFound')} compact>
            {t(all.length === 0 ? 'noGamesText' : 'notFoundText')}
          </EmptyState>
        ) : (
          <GameRows
            games={found}
            countOf={countOf}
            openId={openId}
            onOpen={onOpen}
            integrationId={integrationId}
            mayManage={mayManage}
          />
        )}
      </QueryView>
    </Panel>
  );
}

interface GameRowsProps {
  games: readonly Game[];
  countOf: ReadonlyMap<number, number>;
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  integrationId: number | null;
  mayManage: boolean;
}

const idOf = (game: Game) => String(game.id);

function GameRows({ games, countOf, openId, onOpen, integrationId, mayManage }: GameRowsProps) {
  const { t } = useTranslation('documents');
  const summary = (game: Game) => {
    const count = countOf.get(game.id);
    return (
      <>
        <GameName
          name={game.name}
          subName={game.sub_name}
          src={addressAt(
            game.game_media?.find((medium) => medium.isMainImage),
            44,
          )}
        />
        {count !== undefined && <span className={styles.count}>{t('count', { count })}</span>}
      </>
    );
  };
  return (
    <ExpandableRows
      className={styles.games}
      label={t('games')}
      rows={games}
      keyOf={idOf}
      openKey={openId === undefined ? undefined : String(openId)}
      onOpen={(key) => onOpen(key === undefined ? undefined : Number(key))}
      rowHeight={44}
      summary={summary}
      detailClass={styles.gameFiles}
      detail={(game) => (
        <Files
          key={integrationId}
          filter={{ gameId: game.id, integrationId }}
          label={t('files', { name: game.name })}
          withIntegration={mayManage && integrationId === null}
          mayDelete={mayManage}
          failedText={t('failed')}
        />
      )}
    />
  );
}
