import { type Game, type Integration, listCatalog, listIntegrations } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/identity.tsx';
import { MultiPicker } from '../../../components/multi-picker.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { queryFor } from '../../../lib/api/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { pendingCount } from '../../../lib/pending-links.ts';
import { byName, gameItem } from '../board-item.ts';
import type { Base, Drafts, PickKey } from '../use-drafts.ts';
import { gamesOf, useSave } from '../use-save.ts';
import { BoardError, BoardSkeleton } from './panel-parts.tsx';
import styles from './panels.module.css';
import { PickEditor } from './pick-editor.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';

export interface PickPanelProps {
  picked: number | undefined;
  drafts: Drafts;
  onPick: (id: number | undefined) => void;
  onPickKey: (key: PickKey) => void;
}

type GameRows = NonNullable<Integration['games']>;

/** The games of one integration in three columns (VIS-04). */
export function IntegrationPanel({ picked, drafts, onPick, onPickKey }: PickPanelProps) {
  const { t } = useTranslation('gamesManage');
  const integrations = useQuery(queryFor(listIntegrations, { query: { with: ['platforms'] } }));
  const catalog = useQuery(queryFor(listCatalog, { query: { with: ['game_media'], mediaTypes: ['main'] } }));
  const one = integrations.data?.rows.find(({ id }) => id === picked);
  const games = useQuery({
    ...gamesOf(one?.id ?? 0),
    enabled: one !== undefined,
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const save = useSave();
  const options = useMemo(
    () =>
      [...(integrations.data?.rows ?? [])].sort((first, second) =>
        first.name.localeCompare(second.name, 'it'),
      ),
    [integrations.data],
  );
  const linked = games.data?.games;
  const known = catalog.data?.rows;
  const live = useMemo(() => (known && linked ? baseOf(known, linked) : null), [known, linked]);
  const reads = [integrations, catalog, games];
  const hasFailed = reads.some((read) => read.isError && !read.data);
  const isShown = !hasFailed && one !== undefined && live !== null;

  return (
    <>
      <div className={styles.picker}>
        <MultiPicker
          single
          label={t('integration')}
          placeholder={t('search')}
          options={options.map(({ id, name }) => {
            const count = pendingCount(drafts.pendingOf(`integration:${id}`));
            return {
              value: String(id),
              label: name,
              art: <IntegrationChip name={name} number={id} />,
              ...(count > 0 ? { note: t('pendingNote', { shown: formatCount(count) }) } : {}),
            };
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
          pickKey={`integration:${one.id}`}
          name={one.name}
          live={live}
          reload={async () => {
            const { data, isError } = await games.refetch();
            return data?.games && !isError && known ? baseOf(known, data.games) : null;
          }}
          save={(change) => save.ofIntegration(one.id, change)}
          drafts={drafts}
          onPick={onPickKey}
        />
      ) : (
        <EmptyState title={t('pickIntegration')}>{t('pickIntegrationText')}</EmptyState>
      )}
      {!isShown && <UnsavedBar drafts={drafts} onPick={onPickKey} />}
    </>
  );
}

/** The catalogue, and whatever else is linked. */
function itemsOf(catalog: readonly Game[], linked: GameRows) {
  const inCatalog = new Set(catalog.map(({ id }) => id));
  return byName([
    ...catalog.map(gameItem),
    ...linked.filter(({ id }) => !inCatalog.has(id)).map((game) => gameItem(game)),
  ]);
}

function baseOf(catalog: readonly Game[], linked: GameRows): Base {
  const isOwned = (game: GameRows[number]) => game.integration_games.is_active !== null;
  return {
    items: itemsOf(catalog, linked),
    links: {
      addable: new Set(catalog.map(({ id }) => id)),
      visible: new Set(linked.flatMap((game) => (isOwned(game) ? [] : [game.id]))),
      owned: new Set(linked.flatMap((game) => (isOwned(game) ? [game.id] : []))),
    },
  };
}
