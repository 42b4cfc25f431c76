import { type Game, gameLabel, type Integration } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { GameThumb } from '../../../components/display/entity-label.tsx';
import { gameLinksQuery } from '../../../domain/game/games.ts';
import { byName, gameItem } from '../board-item.ts';
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
  return (
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
