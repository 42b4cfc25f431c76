import { createFileRoute, Navigate } from '@tanstack/react-router';
import { useSidebar } from '../app/shell/use-sidebar.ts';
import { CatalogPreview } from '../features/catalog/components/catalog-preview.tsx';
import { DocumentsPanel } from '../features/documents/components/documents-panel.tsx';
import { readDocumentsSearch } from '../features/documents/search.ts';
import { GameView } from '../features/game/components/game-view.tsx';
import { GameWizardPage } from '../features/game-wizard/pages/game-wizard-page.tsx';
import { ModeSwitch } from '../features/games-manage/components/mode-switch.tsx';
import { ManageGamesPage } from '../features/games-manage/pages/manage-games-page.tsx';
import { readManageSearch } from '../features/games-manage/search.ts';
import { readInteger, type SearchInput } from '../lib/search.ts';

export const Route = createFileRoute('/games/{-$stepNumber}')({
  staticData: { routeId: 'games' },
  // The third panel keeps there what it shows.
  validateSearch: (search: SearchInput) => ({ ...readDocumentsSearch(search), ...readManageSearch(search) }),
  component: GamesRoute,
});

/** Without a step the games are managed, with one a game is created; an invalid step is the first. */
function GamesRoute() {
  const { stepNumber } = Route.useParams();
  const search = Route.useSearch();
  const step = readInteger(stepNumber, 1, 4);
  const navigate = Route.useNavigate();
  const { isFixed } = useSidebar();
  const toStep = (next: number | undefined) =>
    void navigate({
      to: '/games/{-$stepNumber}',
      params: { stepNumber: next === undefined ? undefined : String(next) },
      search: {},
    });
  const modeSwitch = (
    <ModeSwitch
      mode={stepNumber === undefined ? 'manage' : 'create'}
      onMode={(mode) => toStep(mode === 'manage' ? undefined : 1)}
    />
  );
  if (stepNumber === undefined) {
    return (
      <ManageGamesPage
        search={search}
        onSearch={(next) => void navigate({ search: next, resetScroll: false })}
        modeSwitch={modeSwitch}
        certificates={
          <DocumentsPanel
            search={search}
            onSearch={(next, typing) =>
              void navigate({ search: { ...search, ...next }, replace: typing, resetScroll: false })
            }
          />
        }
      />
    );
  }
  if (step === undefined) return <Navigate to="/games/{-$stepNumber}" params={{ stepNumber: '1' }} replace />;
  return (
    <GameWizardPage
      step={step}
      onStep={toStep}
      onCreated={(id) => navigate({ to: '/game/{-$id}', params: { id: String(id) } })}
      onAssign={(id) => void navigate({ to: '/editGame/{-$id}', params: { id: String(id) } })}
      renderPreview={(game) => <GameView game={game} integration={null} isSidebarFixed={isFixed} isPreview />}
      renderCatalog={(game, part) => <CatalogPreview game={game} part={part} />}
      modeSwitch={modeSwitch}
    />
  );
}
