import { Notifications } from '@mantine/notifications';
import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import { EditGamePage } from '../features/game-edit/pages/edit-game-page.tsx';
import { answerCalls } from './answer-calls.ts';
import { aDocument, aGame, aLink, aMedium } from './games.ts';
import { renderScreen } from './render.tsx';
import { anIntegration } from './sessions.ts';

export const editedMedia = [
  aMedium({ id: 1, isMainImage: true }),
  aMedium({ id: 2, isBanner: true, width: 900, height: 300 }),
  aMedium({ id: 3, url: '/media/g/one.webp' }),
  aMedium({ id: 4, url: '/media/g/loop.mp4', width: null, height: null }),
  aMedium({ id: 5, mediaType: 'docs', url: 'https://docs.example/a', width: null, height: null }),
];
export const alpina = aLink('visible');
export const loaded = (part = {}) => aGame({ game_media: editedMedia, integrations: [alpina], ...part });
export const sheet = aDocument({
  id: 11,
  name: 'Rules',
  url: '/documents/11',
  fileName: 'rules.pdf',
  bytes: 1200,
  updatedAt: '2026-05-01T00:00:00.000Z',
});

export function renderEditor(answers: Record<string, unknown> = {}) {
  const calls = answerCalls({
    getGame: loaded(),
    listCertificates: [sheet],
    listIntegrations: { rows: [anIntegration(3, 'Alpina'), anIntegration(4, 'Baltica')] },
    updateGame: loaded(),
    deleteGameMedia: null,
    addGameMediaUrl: editedMedia[4],
    deleteGame: null,
    deleteCertificate: null,
    ...answers,
  });
  const handlers = { onSaved: vi.fn(), onDeleted: vi.fn() };
  const view = renderScreen(
    <>
      <Notifications />
      <EditGamePage id={7} {...handlers} />
    </>,
    { path: '/editGame/7' },
  );
  const named = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...view, ...handlers, calls, named };
}

export const field = (name: string) => screen.findByLabelText(name);
export const save = () => screen.getByRole('button', { name: 'Save changes' });
export const picture = (name: string) => new File(['x'], name, { type: 'image/png' });
