import type { Game, Role } from '@ludus/contract';
import { Notifications } from '@mantine/notifications';
import { vi } from 'vitest';
import { GameDocuments } from '../features/documents/components/game-documents.tsx';
import { GamePage } from '../features/game/pages/game-page.tsx';
import type { GameSearch } from '../features/game/search.ts';
import type { Session } from '../lib/auth/session.ts';
import { answerCalls } from './answer-calls.ts';
import { aGame, aMedium } from './games.ts';
import { renderScreen, type testQueryClient } from './render.tsx';
import { testSession } from './session.ts';

export const cover = aMedium({
  id: 1,
  isMainImage: true,
  variants: [{ width: 96, url: '/media/cover/96w.webp' }],
});
export const banner = aMedium({
  id: 2,
  isBanner: true,
  url: '/media/banner/banner.webp',
  width: 1833,
  height: 686,
});

/** So many gallery items, the second one a video, given in reverse order. */
export function gallery(count: number) {
  return Array.from({ length: count }, (_unused, index) =>
    aMedium({
      id: 10 + index,
      order: index + 1,
      url: index === 1 ? '/media/g/loop.mp4' : `/media/g/picture-${index + 1}.webp`,
    }),
  ).reverse();
}

export const full = (part: Partial<Game> = {}) =>
  aGame({ game_media: [cover, banner, ...gallery(4)], ...part });

/** A session that knows where demos are played. */
function sessionOf(role: Role): Session {
  const session = testSession(role);
  return { ...session, config: { ...session.config, demoUrl: 'http://demo.example/demo' } };
}

interface Options {
  answer?: unknown;
  role?: Role;
  isSidebarFixed?: boolean;
  queryClient?: ReturnType<typeof testQueryClient>;
  session?: Session;
  /** Responses of other calls, by endpoint id. */
  answers?: Record<string, unknown>;
  search?: GameSearch;
  edit?: { href: (id: number) => string; open: (id: number) => void } | null;
}

export function renderGame({
  answer = full(),
  role = 'ludus_admin',
  isSidebarFixed = true,
  answers = {},
  edit = null,
  search = {},
  ...rest
}: Options = {}) {
  const calls = answerCalls({
    getGame: answer,
    listGameRequestMarks: { rows: [] },
    listOwnGameRequests: { rows: [] },
    listTickets: [],
    listLapsedCertificates: { rows: [] },
    ...answers,
  });
  const handlers = { onOpenGame: vi.fn(), onNotInCatalog: vi.fn(), onSearch: vi.fn() };
  const view = renderScreen(
    <>
      <Notifications />
      <GamePage
        id={7}
        isSidebarFixed={isSidebarFixed}
        search={search}
        gameHref={(id, view) => `/game/${id}${view ? `?view=${view}` : ''}`}
        edit={edit}
        renderDocuments={(documents, onClose) => <GameDocuments {...documents} onClose={onClose} />}
        {...handlers}
      />
    </>,
    {
      session: rest.session ?? sessionOf(role),
      ...(rest.queryClient ? { queryClient: rest.queryClient } : {}),
    },
  );
  return { ...view, ...handlers, calls };
}
