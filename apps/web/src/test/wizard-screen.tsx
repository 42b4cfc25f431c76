import { Notifications, notifications } from '@mantine/notifications';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { vi } from 'vitest';
import { CatalogPreview } from '../features/catalog/components/catalog-preview.tsx';
import { GameView } from '../features/game/components/game-view.tsx';
import { type DraftFile, draftTexts, emptyDraft } from '../features/game-wizard/draft.ts';
import { GameWizardPage } from '../features/game-wizard/pages/game-wizard-page.tsx';
import { memoryFiles } from '../lib/file-store.ts';
import { answerCalls } from './answer-calls.ts';
import { aGame, aMedium } from './games.ts';
import { readPictures } from './pictures.ts';
import { renderScreen } from './render.tsx';

const inCatalog = aGame({ id: 1, slug: 'aztec_gold' });
const inStorage = [
  aGame({ id: 21, slug: 'wild_fox', isCatalog: false, providerId: 'p-21' }),
  aGame({ id: 20, slug: 'big_bass_run', isCatalog: false, providerId: 'p-20' }),
];

function Wizard(props: {
  from: number;
  files: ReturnType<typeof memoryFiles<DraftFile>>;
  onCreated: (id: number) => void;
  onAssign: (id: number) => void;
}) {
  const [step, setStep] = useState(props.from);
  return (
    <GameWizardPage
      step={step}
      onStep={setStep}
      onCreated={props.onCreated}
      onAssign={props.onAssign}
      files={props.files}
      renderPreview={(game) => <GameView game={game} integration={null} isSidebarFixed isPreview />}
      renderCatalog={(game, part) => <CatalogPreview game={game} part={part} />}
    />
  );
}

/** The wizard from one of its steps on. */
export function renderWizard({
  from = 1,
  files = memoryFiles<DraftFile>(),
  answers = {} as Record<string, unknown>,
} = {}) {
  const calls = answerCalls({
    listGames: { rows: [inCatalog, ...inStorage] },
    listCatalog: { rows: [] },
    createGame: aGame({ id: 90 }),
    addGameMediaUrl: aMedium({ mediaType: 'docs' }),
    ...answers,
  });
  const onCreated = vi.fn();
  const onAssign = vi.fn();
  const view = renderScreen(
    <>
      <Notifications />
      <Wizard from={from} files={files} onCreated={onCreated} onAssign={onAssign} />
    </>,
  );
  const created = () => calls.filter((call) => call.endpoint === 'createGame');
  return { ...view, calls, created, onCreated, onAssign, files };
}

/** A draft as it stands after step 1. */
export const named = (change: Partial<typeof emptyDraft> = {}) =>
  draftTexts.set({
    ...emptyDraft,
    values: {
      ...emptyDraft.values,
      name: 'Big Bass Run',
      slug: change.storageId ? 'big_bass_run' : 'bass_run_2',
    },
    ...change,
  });
/** By its name, which may be followed by how far it is. */
export const tab = (name: string) => screen.findByRole('tab', { name: new RegExp(`^${name}`) });
export const picture = (name: string) => new File(['x'], name, { type: 'image/png' });
export const next = () => screen.getByRole('button', { name: 'Next' });

/** An empty draft in a browser that reads pictures of the main image's size; for before each test. */
export function openDesk(): void {
  draftTexts.set(emptyDraft);
  notifications.clean();
  readPictures({ width: 1242, height: 1464 });
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
}

/** From step 2 on: chooses the gallery pictures a.png and b.png, and submits the game. */
export async function submitWithPictures(user: ReturnType<typeof renderWizard>['user']): Promise<void> {
  await user.upload(await screen.findByLabelText('Choose a file: Gallery images', { selector: 'input' }), [
    picture('a.png'),
    picture('b.png'),
  ]);
  await screen.findByText('b.webp');
  await user.click(await tab('Preview'));
  await user.click(screen.getByRole('button', { name: 'Submit data' }));
}
