import type { ChartSeries } from '../../../components/chart/chart.tsx';
import styles from '../../../components/chart/series-list.module.css';
import { GameThumb, IntegrationChip } from '../../../components/display/entity-label.tsx';
import { coverOf } from '../../../domain/game/games.ts';
import type { Reference } from '../filters.ts';

/** How the series of a split look in a list: games with thumb and dim subtitle, integrations with their chip. */
export function seriesFace({ games, integrations }: Reference) {
  const gamesById = new Map(games.map((game) => [`g${game.id}`, game]));
  const integrationsById = new Map(integrations.map((one) => [`i${one.id}`, one]));
  return {
    artOf: ({ id }: ChartSeries) => {
      const integration = integrationsById.get(id);
      if (integration) return <IntegrationChip name={integration.name} number={integration.id} size={22} />;
      const game = gamesById.get(id);
      return id.startsWith('g') ? <GameThumb src={game && coverOf(game)} width={28} height={34} /> : null;
    },
    /** Without its subtitle. */
    shortNameOf: ({ id }: ChartSeries) => gamesById.get(id)?.name,
    nameOf: ({ id, name }: ChartSeries) => {
      const game = gamesById.get(id);
      if (!game) return name;
      return (
        <>
          {game.name}
          {game.sub_name && <span className={styles.sub}> {game.sub_name}</span>}
        </>
      );
    },
  };
}
