import { type Game, gameLabel, type Integration, listCatalog, listIntegrations } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GameThumb } from '../../../components/identity.tsx';
import { MultiPicker } from '../../../components/multi-picker.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { queryFor } from '../../../lib/api/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { pendingCount } from '../../../lib/pending-links.ts';
import { byName, gameItem } from '../board-item.ts';
import type { Base } from '../use-drafts.ts';
import { linksOf, useSave } from '../use-save.ts';
import type { PickPanelProps } from './integration-panel.tsx';
import { BoardError, BoardSkeleton } from './panel-parts.tsx';
import styles from './panels.module.css';
import { PickEditor } from './pick-editor.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';

/** The integrations of one catalogue game in three columns (VIS-05, VIS-13). */
export function GamePanel({ picked, drafts, onPick, onPickKey }: PickPanelProps) {
  const { t } = useTranslation('gamesManage');
  const integrations = useQuery(queryFor(listIntegrations, { query: { with: ['platforms'] } }));
  const catalog = useQuery(queryFor(listCatalog, { query: { with: ['game_media'], mediaTypes: ['main'] } }));
  const one = catalog.data?.rows.find(({ id }) => id === picked);
  const game = useQuery({
    ...linksOf(one?.id ?? 0),
    enabled: one !== undefined,
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const save = useSave();
  const options = useMemo(() => {
    const labels = new Map(catalog.data?.rows.map((row) => [row.id, gameLabel(row)]));
    return byName((catalog.data?.rows ?? []).map(gameItem)).map((item) => ({
      value: String(item.id),
      label: labels.get(item.id) ?? item.name,
      art: <GameThumb src={item.game?.picture} />,
    }));
  }, [catalog.data]);
  const known = integrations.data?.rows;
  const live = useMemo(() => (known && game.data ? baseOf(known, game.data) : null), [known, game.data]);
  const reads = [integrations, catalog, game];
  const hasFailed = reads.some((read) => read.isError && !read.data);
  const isShown = !hasFailed && one !== undefined && live !== null;

  return (
    <>
      <div className={styles.picker}>
        <MultiPicker
          single
          label={t('game')}
          placeholder={t('search')}
          options={options.map((option) => {
            const count = pendingCount(drafts.pendingOf(`game:${Number(option.value)}`));
            return count > 0 ? { ...option, note: t('pendingNote', { shown: formatCount(count) }) } : option;
          })}
          value={one ? [String(one.id)] : []}
          onChange={([id]) => onPick(id === undefined ? undefined : Number(id))}
        />
      </div>
      {hasFailed ? (
        <BoardError reads={reads} />
      ) : integrations.isPending || catalog.isPending || (one && !live) ? (
        <BoardSkeleton />
      ) : isShown ? (
        <PickEditor
          key={one.id}
          pickKey={`game:${one.id}`}
          name={one.name}
          live={live}
          reload={async () => {
            const { data, isError } = await game.refetch();
            return data && !isError && known ? baseOf(known, data) : null;
          }}
          save={(change) => save.ofGame(one.id, change)}
          drafts={drafts}
          onPick={onPickKey}
        />
      ) : (
        <EmptyState title={t('pickGame')}>{t('pickGameText')}</EmptyState>
      )}
      {!isShown && <UnsavedBar drafts={drafts} onPick={onPickKey} />}
    </>
  );
}

/** Active integrations, and those that are switched off but keep their link. */
function itemsOf(integrations: readonly Integration[], game: Game) {
  const names = new Map(game.integrations?.map(({ id, name }) => [id, name]));
  for (const { id, name } of integrations) names.set(id, name);
  return byName([...names].map(([id, name]) => ({ id, name, sub: null })));
}

function baseOf(integrations: readonly Integration[], game: Game): Base {
  const links = game.integrations ?? [];
  const ids = (isOwned: boolean) =>
    links.flatMap((link) => ((link.integration_games.is_active !== null) === isOwned ? [link.id] : []));
  return {
    items: itemsOf(integrations, game),
    game,
    links: {
      addable: new Set(integrations.map(({ id }) => id)),
      visible: new Set(ids(false)),
      owned: new Set(ids(true)),
    },
  };
}
