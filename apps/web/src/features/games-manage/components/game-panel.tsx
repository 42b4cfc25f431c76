import { type Game, gameLabel, type Integration } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { GameThumb } from '../../../components/display/entity-label.tsx';
import { type Lapsed, useLapsed } from '../../../domain/certificate/lapsed.ts';
import { gameLinksQuery } from '../../../domain/game/games.ts';
import { byName, gameItem, LapsedItems } from '../board-item.ts';
import type { Base } from '../use-drafts.ts';
import { useSave } from '../use-save.ts';
import { alwaysRefetch, PickPanel, type PickPanelProps, useLists } from './pick-panel.tsx';

/** The integrations of one catalogue game in three columns. */
export function GamePanel({ picked, ...rest }: PickPanelProps) {
  const lists = useLists();
  const games = lists.catalog.data?.rows;
  const known = lists.integrations.data?.rows;
  const options = useMemo(() => {
    const labels = new Map(games?.map((row) => [row.id, gameLabel(row)]));
    return byName((games ?? []).map(gameItem)).map((item) => ({
      id: item.id,
      label: labels.get(item.id) ?? item.name,
      art: <GameThumb src={item.game?.picture} />,
    }));
  }, [games]);
  const shownId = games?.some(({ id }) => id === picked) ? picked : options[0]?.id;
  const one = games?.find(({ id }) => id === shownId);
  const game = useQuery({ ...gameLinksQuery(one?.id ?? 0), enabled: one !== undefined, ...alwaysRefetch });
  const save = useSave();
  const lapsed = useLapsed(one && { gameId: one.id }, one !== undefined);
  const lapsedAt = useMemo(() => byIntegration([...lapsed.values()].flat()), [lapsed]);
  return (
    <LapsedItems value={lapsedAt}>
      <PickPanel
        kind="game"
        options={options}
        one={one}
        lists={lists}
        detail={game}
        baseOf={useCallback((read: Game) => (known ? baseOf(known, read) : null), [known])}
        save={save.ofGame}
        {...rest}
      />
    </LapsedItems>
  );
}

function byIntegration(rows: readonly Lapsed[]): Map<number, Lapsed[]> {
  const found = new Map<number, Lapsed[]>();
  for (const row of rows) {
    for (const { id } of row.integrations) found.set(id, [...(found.get(id) ?? []), row]);
  }
  return found;
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
