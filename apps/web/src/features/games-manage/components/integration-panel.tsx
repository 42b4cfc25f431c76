import { type Game, type Integration, visibilityOf } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { useLapsed } from '../../../domain/certificate/lapsed.ts';
import { integrationQuery } from '../../../domain/integration/manage-integrations.ts';
import { byName, gameItem, LapsedItems } from '../board-item.ts';
import type { Base } from '../use-drafts.ts';
import { useSave } from '../use-save.ts';
import { alwaysRefetch, PickPanel, type PickPanelProps, useLists } from './pick-panel.tsx';

type GameRows = NonNullable<Integration['games']>;

/** The games of one integration in three columns. */
export function IntegrationPanel({ picked, ...rest }: PickPanelProps) {
  const lists = useLists();
  const integrations = lists.integrations.data?.rows;
  const known = lists.catalog.data?.rows;
  const options = useMemo(
    () =>
      [...(integrations ?? [])]
        .sort((first, second) => first.name.localeCompare(second.name, 'it'))
        .map(({ id, name }) => ({ id, label: name, art: <IntegrationChip name={name} number={id} /> })),
    [integrations],
  );
  const shownId = integrations?.some(({ id }) => id === picked) ? picked : options[0]?.id;
  const one = integrations?.find(({ id }) => id === shownId);
  const integration = useQuery({
    ...integrationQuery(one?.id ?? 0),
    enabled: one !== undefined,
    ...alwaysRefetch,
  });
  const save = useSave();
  const lapsed = useLapsed(one && { integrationId: one.id }, one !== undefined);
  return (
    <LapsedItems value={lapsed}>
      <PickPanel
        kind="integration"
        options={options}
        one={one}
        lists={lists}
        detail={integration}
        baseOf={useCallback(
          ({ games }: Integration) => (known && games ? baseOf(known, games) : null),
          [known],
        )}
        save={save.ofIntegration}
        {...rest}
      />
    </LapsedItems>
  );
}

/** The catalogue, and whatever else is linked. */
function itemsOf(catalog: readonly Game[], linked: GameRows) {
  const inCatalog = new Set(catalog.map(({ id }) => id));
  const links = new Map(linked.map(({ id, integration_games }) => [id, integration_games]));
  const itemOf = (game: Parameters<typeof gameItem>[0], isCatalog: boolean) => ({
    ...gameItem(game),
    hidden: visibilityOf({ isCatalog, isDev: game.isDev }, links.get(game.id) ?? null).hidden,
  });
  return byName([
    ...catalog.map((game) => itemOf(game, true)),
    ...linked.filter(({ id }) => !inCatalog.has(id)).map((game) => itemOf(game, false)),
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
