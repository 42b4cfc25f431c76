import { eurosFromCents, type Integration } from '@ludus/contract';
import { IconAlertTriangle, IconChevronRight, IconLock } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GameName } from '../../../components/display/entity-label.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ScrollFrame } from '../../../components/table/scroll-frame.tsx';
import { gamesWithCoversQuery } from '../../../domain/game/games.ts';
import { betsQuery } from '../../../domain/game/save-bets.ts';
import { formatNumber, PLACEHOLDER } from '../../../lib/format.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import styles from './bets-matrix.module.css';

type PlayedGame = NonNullable<Integration['games']>[number];

interface BetsMatrixProps {
  integrationId: number;
  operator: { code: string; name: string };
  games: readonly PlayedGame[];
  onGame: (slug: string) => void;
}

/** The games of an operator and the bets that each allows; a game opens its list. */
export function BetsMatrix({ integrationId, operator, games, onGame }: BetsMatrixProps) {
  const { t } = useTranslation('bets');
  const covers = useQuery(gamesWithCoversQuery());
  const thumbs = useMemo(
    () =>
      new Map(
        (covers.data?.rows ?? []).map(({ id, game_media }) => [
          id,
          game_media?.[0]?.variants[0]?.url ?? game_media?.[0]?.url,
        ]),
      ),
    [covers.data],
  );
  const lists = useQueries({
    queries: games.map(({ slug }) =>
      betsQuery({ id: integrationId, operatorCode: operator.code, gameSlug: slug }),
    ),
  });
  const bets = [...new Set(lists.flatMap(({ data }) => data?.bets ?? []))].sort((a, b) => a - b);
  const isPhone = useIsPhone();
  const isTablet = useMedia(breakpoints.tablet);
  // It is blank: where more bets need its room another one stands in its place, and nothing that is seen has moved.
  const rest = <td key={`rest ${bets.length}`} className={styles.rest} />;
  const title = t('betsAt', { operator: operator.name });
  if (games.length === 0)
    return (
      <Panel title={title}>
        <EmptyState title={t('noGames')} compact />
      </Panel>
    );
  const coverage = t('matrixCoverage', { count: games.length });
  if (isPhone)
    return (
      <Panel title={title} coverage={coverage} flush className={styles.panel}>
        <ScrollFrame label={title} className={styles.frame} scrollsDown>
          <ul className={styles.list} aria-label={title}>
            {games.map((game, index) => (
              <li key={game.id}>
                <button type="button" className={styles.item} onClick={() => onGame(game.slug)}>
                  <GameName
                    name={game.name}
                    src={thumbs.get(game.id)}
                    beneath={
                      <span className={styles.second}>
                        {game.sub_name && <span className="hub-ellipsis">{game.sub_name}</span>}
                        <ListOf list={lists[index]} isLong />
                      </span>
                    }
                  />
                  {lists[index]?.data?.canChangeBets === false && <Lock />}
                  <IconChevronRight className={styles.opens} size={16} stroke={1.5} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        </ScrollFrame>
      </Panel>
    );
  return (
    <Panel title={title} coverage={coverage} actions={<Key />} flush className={styles.panel}>
      <ScrollFrame label={title} className={styles.frame} scrollsDown>
        <table className={styles.matrix} aria-label={title}>
          <thead>
            <tr>
              <th scope="col" className={styles.game} data-pinned>
                {t('game')}
              </th>
              <th scope="col" className={styles.range}>
                {t('range')}
              </th>
              {bets.map((cents) => (
                <th key={cents} scope="col" className={styles.bet}>
                  {formatNumber(eurosFromCents(cents), 2, 2)}
                </th>
              ))}
              {rest}
            </tr>
          </thead>
          <tbody>
            {games.map((game, index) => {
              const list = lists[index];
              return (
                <tr key={game.id} onClick={() => onGame(game.slug)}>
                  <th scope="row" className={styles.game} data-pinned>
                    <button type="button" className={styles.open} onClick={() => onGame(game.slug)}>
                      <GameName
                        name={game.name}
                        subName={game.sub_name}
                        src={thumbs.get(game.id)}
                        lines={isTablet ? 2 : 1}
                      />
                      {list?.data?.canChangeBets === false && <Lock />}
                      <IconChevronRight className={styles.opens} size={14} stroke={1.5} aria-hidden="true" />
                    </button>
                  </th>
                  <td className={styles.range}>{list?.data && <ListOf list={list} />}</td>
                  {list?.data ? (
                    bets.map((cents, place) => {
                      const allows = (other: number | undefined) =>
                        other !== undefined && list.data.bets.includes(other);
                      return (
                        <td key={cents} className={styles.bet}>
                          {allows(cents) ? (
                            // One after the other they are one bar: where a list begins, ends and leaves out is seen at once.
                            <span
                              className={styles.allowed}
                              data-first={!allows(bets[place - 1]) || undefined}
                              data-last={!allows(bets[place + 1]) || undefined}
                              role="img"
                              aria-label={t('allowed')}
                            />
                          ) : (
                            <span className={styles.notAllowed} role="img" aria-label={t('notAllowed')} />
                          )}
                        </td>
                      );
                    })
                  ) : (
                    <td colSpan={Math.max(1, bets.length)} className={styles.pending}>
                      <ListOf list={list} isBar />
                    </td>
                  )}
                  {rest}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollFrame>
    </Panel>
  );
}

function Lock() {
  const { t } = useTranslation('bets');
  return (
    <IconLock className={styles.lock} size={14} stroke={1.5} aria-label={t('notChangeable')} role="img" />
  );
}

interface ListOfProps {
  list: { data?: { bets: readonly number[] } | undefined; isError: boolean } | undefined;
  /** With how many bets there are. */
  isLong?: boolean;
  /** On its way it is as the bar that stands there later. */
  isBar?: boolean;
}

/** The lowest and the highest bet of a list, that it could not be read, or that it is on its way. */
function ListOf({ list, isLong, isBar }: ListOfProps) {
  const { t } = useTranslation('bets');
  if (list?.isError && !list.data)
    return (
      <span className={styles.failed}>
        <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
        {t('notRead')}
      </span>
    );
  if (!list?.data)
    return isBar ? (
      <SkeletonLine height={16} my={0} radius={8} />
    ) : (
      // As high as the line of text in its place.
      <span className={styles.awaited}>
        <SkeletonLine width={136} my={0} />
      </span>
    );
  const { bets } = list.data;
  if (bets.length === 0) return <span>{isLong ? t('listed', { count: 0 }) : PLACEHOLDER}</span>;
  const text = [Math.min(...bets), Math.max(...bets)]
    .map((cents) => formatNumber(eurosFromCents(cents), 2, 2))
    .join(' – ');
  return <span>{isLong ? `${text} · ${t('listed', { count: bets.length })}` : text}</span>;
}

/** What the signs of the table mean; assistive technology has it with each of them. */
function Key() {
  const { t } = useTranslation('bets');
  return (
    <span className={styles.key} aria-hidden="true">
      <span className={styles.sign}>
        <span className={styles.allowed} data-first data-last /> {t('allowed')}
      </span>
      <span className={styles.sign}>
        <span className={styles.notAllowed} /> {t('notAllowed')}
      </span>
      <span className={styles.sign}>
        <IconLock size={14} stroke={1.5} /> {t('locked')}
      </span>
    </span>
  );
}
