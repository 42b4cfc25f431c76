import type { Integration, Role } from '@ludus/contract';
import { Notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { ManageGamesPage } from '../features/games-manage/pages/manage-games-page.tsx';
import type { ManageSearch } from '../features/games-manage/search.ts';
import { answerCalls } from './answer-calls.ts';
import { aGame, aLink } from './games.ts';
import { renderScreen } from './render.tsx';
import { anIntegration } from './sessions.ts';

type GameRow = NonNullable<Integration['games']>[number];

/** Four catalogue games; Alpina sees the first, plays the second, and also sees one outside the catalogue. */
export const manageGames = [
  aGame({ id: 1, name: 'Abyss Regalia', sub_name: null }),
  aGame({ id: 2, name: 'Brass Fathoms', sub_name: null }),
  aGame({ id: 3, name: 'Comet Courier', sub_name: null }),
  aGame({ id: 4, name: 'Dead Creek Gold', sub_name: null }),
];

export function aGameRow(id: number, state: 'visible' | 'active', part: Partial<GameRow> = {}): GameRow {
  const game = manageGames.find((one) => one.id === id);
  return {
    id,
    name: game?.name ?? `Game ${id}`,
    sub_name: null,
    slug: `game_${id}`,
    isDev: false,
    isCatalog: game !== undefined,
    integration_games: aLink(state).integration_games,
    ...part,
  };
}

export const alpinaGames = [
  aGameRow(1, 'visible'),
  aGameRow(2, 'active'),
  aGameRow(9, 'visible', { name: 'Zephyr' }),
];

/** Alpina in full, with these games. */
export const alpinaWith = (games: readonly GameRow[]) => ({
  ...anIntegration(3, 'Alpina'),
  providerId: null,
  games,
});

export const managedGame = aGame({
  ...manageGames[0],
  integrations: [aLink('visible'), aLink('active', { id: 4, name: 'Baltica' })],
});

function Screen({ first }: { first: ManageSearch }) {
  const [search, setSearch] = useState(first);
  return (
    <>
      <Notifications />
      <ManageGamesPage search={search} onSearch={setSearch} modeSwitch={null} certificates="The documents" />
    </>
  );
}

export function renderManage(
  answers: Record<string, unknown> = {},
  first: ManageSearch = { integration: 3 },
  role: Role = 'ludus_admin',
) {
  const calls = answerCalls({
    listIntegrations: {
      rows: [anIntegration(3, 'Alpina'), anIntegration(4, 'Baltica'), anIntegration(5, 'Cimbria')],
    },
    listCatalog: { rows: manageGames },
    getIntegration: alpinaWith(alpinaGames),
    getGame: managedGame,
    listLapsedCertificates: { rows: [] },
    listBetImports: [],
    listPendingChanges: { rows: [] },
    ...answers,
  });
  const view = renderScreen(<Screen first={first} />, { path: '/games', role });
  const named = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...view, calls, named };
}

export const place = (name: string) => screen.findByRole('region', { name });
export const namesIn = async (name: string) =>
  within(await place(name))
    .queryAllByRole(name === 'Owned' ? 'listitem' : 'option')
    .map((row) => row.getAttribute('aria-label') ?? row.querySelector('[title]')?.getAttribute('title'));
