import type { Game } from '@ludus/contract';
import { GameName, IntegrationName } from '../../../components/display/entity-label.tsx';
import { coverOf } from '../../../domain/game/games.ts';
import type { OverviewKind, OverviewRow } from '../overview-rows.ts';
import styles from './row-name.module.css';

interface RowNameProps {
  kind: OverviewKind;
  row: OverviewRow;
  /** The game of the row; of other rows, and before games are known, nothing. */
  game: Game | undefined;
}

/** A game with its cover, or an integration or operator with the chip of the integration. */
export function RowName({ kind, row, game }: RowNameProps) {
  if (kind === 'games')
    return (
      <GameName name={game?.name ?? row.name} subName={game?.sub_name ?? null} src={game && coverOf(game)} />
    );
  return <IntegrationName name={row.name} number={row.integrationId ?? row.id} />;
}

/** The same without a picture, which a phone's row shows beside it. */
export function RowTitle({ kind, row, game }: RowNameProps) {
  if (kind !== 'games' || !game?.sub_name) return row.name;
  return (
    <span className="hub-ellipsis">
      {game.name} <span className={styles.sub}>{game.sub_name}</span>
    </span>
  );
}
