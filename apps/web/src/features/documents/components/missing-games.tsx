import type { Game } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GameName, GameThumb } from '../../../components/display/entity-label.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { coverOf } from '../../../domain/game/games.ts';
import type { Day } from '../../../lib/days.ts';
import { formatDay } from '../../../lib/format.ts';
import type { UncertifiedGame } from '../facets.ts';
import styles from './documents.module.css';

interface MissingGamesProps {
  rows: readonly UncertifiedGame[];
  isLoading: boolean;
  onAdd: (gameId: number) => void;
}

/** Games without a certificate that holds. */
export function MissingGames({ rows, isLoading, onAdd }: MissingGamesProps) {
  const { t } = useTranslation('documents');
  const columns = useMemo<DataColumn<UncertifiedGame>[]>(
    () => [
      {
        id: 'game',
        header: t('game'),
        cell: ({ game }) => <GameName name={game.name} subName={game.sub_name} src={coverOf(game)} />,
        sortable: true,
        value: ({ game }) => game.name,
      },
      {
        id: 'lastEnd',
        header: t('lastCertificate'),
        cell: ({ lastEnd }) => <LastEnd day={lastEnd} />,
        sortable: true,
        descFirst: true,
        value: ({ lastEnd }) => lastEnd,
      },
      {
        id: 'actions',
        header: '',
        label: t('actions'),
        cell: ({ game }) => <AddButton game={game} onAdd={onAdd} />,
        align: 'right',
      },
    ],
    [t, onAdd],
  );
  return (
    <DataTable
      label={t('missing')}
      columns={columns}
      rows={rows}
      rowId={({ game }) => String(game.id)}
      rowHeight={48}
      fill
      sort={{ id: 'game', desc: false }}
      loading={isLoading}
      empty={
        <EmptyState title={t('nothingMissing')} compact>
          {t('nothingMissingText')}
        </EmptyState>
      }
      phoneRow={({ game, lastEnd }) => ({
        art: <GameThumb src={coverOf(game)} width={34} height={40} />,
        title: game.name,
        sub: <LastEnd day={lastEnd} />,
        value: <AddButton game={game} onAdd={onAdd} />,
      })}
    />
  );
}

function LastEnd({ day }: { day: Day | null }) {
  const { t } = useTranslation('documents');
  if (day === null) return <span className={styles.dim}>{t('never')}</span>;
  return <span className={styles.warning}>{t('endedOn', { day: formatDay(day) })}</span>;
}

function AddButton({ game, onAdd }: { game: Game; onAdd: (gameId: number) => void }) {
  const { t } = useTranslation('documents');
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={14} stroke={1.75} />}
      aria-label={t('addFor', { name: game.name })}
      onClick={() => onAdd(game.id)}
    >
      {t('addShort')}
    </Button>
  );
}
