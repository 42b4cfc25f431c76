import type { Certificate, Game } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GameName } from '../../../components/display/entity-label.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { DocumentList } from '../../../components/files/document-list.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ExpandableRows } from '../../../components/table/expandable-rows.tsx';
import { coverOf } from '../../../domain/game/games.ts';
import type { UncertifiedGame } from '../facets.ts';
import { searchGames } from '../search-games.ts';
import { DocumentActions } from './document-actions.tsx';
import styles from './documents.module.css';
import { ValidUntil } from './valid-until.tsx';

interface DocumentsByGameProps {
  games: readonly Game[];
  /** What the facets leave; the search looks for games here. */
  documents: readonly Certificate[];
  /** Those without a certificate that holds. */
  uncertified: readonly UncertifiedGame[];
  find: string | undefined;
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  mayManage: boolean;
}

const idOf = (game: Game) => String(game.id);

/** The games, those with files first, one of them open with its files. */
export function DocumentsByGame({ games, documents, find, ...props }: DocumentsByGameProps) {
  const { uncertified, openId, onOpen, mayManage } = props;
  const { t } = useTranslation('documents');
  const byGame = useMemo(() => {
    const lists = new Map<number, Certificate[]>();
    for (const document of documents) {
      for (const { id } of document.games) lists.set(id, [...(lists.get(id) ?? []), document]);
    }
    return lists;
  }, [documents]);
  const found = useMemo(() => {
    const byName = searchGames(games, find ?? '');
    const has = (game: Game) => byGame.has(game.id);
    return [...byName.filter(has), ...byName.filter((game) => !has(game))];
  }, [games, find, byGame]);
  const lacking = useMemo(() => new Set(uncertified.map(({ game }) => game.id)), [uncertified]);
  const summary = (game: Game) => {
    const count = byGame.get(game.id)?.length ?? 0;
    return (
      <>
        <GameName name={game.name} subName={game.sub_name} src={coverOf(game)} />
        {count > 0 ? (
          <span className={styles.gameCount}>{t('count', { count })}</span>
        ) : (
          lacking.has(game.id) && <span className={styles.gameCount}>{t('noCertificate')}</span>
        )}
      </>
    );
  };
  return (
    <Panel label={t('games')} flush>
      {found.length === 0 ? (
        <EmptyState title={t(games.length === 0 ? 'noGames' : 'notFound')} compact>
          {t(games.length === 0 ? 'noGamesText' : 'notFoundText')}
        </EmptyState>
      ) : (
        <ExpandableRows
          className={styles.gameRows}
          label={t('games')}
          rows={found}
          keyOf={idOf}
          openKey={openId === undefined ? undefined : String(openId)}
          onOpen={(key) => onOpen(key === undefined ? undefined : Number(key))}
          rowHeight={44}
          summary={summary}
          detailClass={styles.gameFiles}
          detail={(game) => (
            <DocumentList
              documents={byGame.get(game.id) ?? []}
              label={t('files', { name: game.name })}
              withIntegration={mayManage}
              noteOf={(document) => <Notes document={document} />}
              actionsOf={
                mayManage
                  ? (document) => <DocumentActions document={document} mayManage withDownload={false} />
                  : undefined
              }
            />
          )}
        />
      )}
    </Panel>
  );
}

/** A file of several games says so: deleted in one place it goes from all. */
function Notes({ document }: { document: Certificate }) {
  const { t } = useTranslation('documents');
  const { games, validUntil } = document;
  return (
    <>
      {games.length > 1 && (
        <span title={games.map(({ name }) => name).join(', ')}>{t('ofGames', { count: games.length })}</span>
      )}
      {validUntil !== null && <ValidUntil document={document} />}
    </>
  );
}
