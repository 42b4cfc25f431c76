import type { Role, Viewing } from '@ludus/contract';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepViewing, restoreViewing, viewHasEnded } from '../../lib/view-as.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { ViewAsBar } from './components/view-as-bar.tsx';
import { ViewAsDialog } from './components/view-as-dialog.tsx';

const view: Viewing = {
  grant: 'a.b',
  integration: { id: 3, name: 'Alpina' },
  role: 'integration_manager',
  startedAt: new Date().toISOString(),
  endsAt: new Date(Date.now() + 7_200_000).toISOString(),
};
const kept = () => JSON.parse(sessionStorage.getItem('ludus.view-as') ?? 'null') as Viewing | null;

afterEach(() => {
  sessionStorage.clear();
  restoreViewing();
});

function openDialog(role: Role, answer: unknown = view) {
  const calls = answerCalls({
    listIntegrations: { rows: [anIntegration(3, 'Alpina')] },
    startViewAs: answer,
    endViewAs: null,
  });
  const onStarted = vi.fn();
  const opened = renderScreen(<ViewAsDialog integrationId={3} onClose={vi.fn()} onStarted={onStarted} />, {
    role,
  });
  return { ...opened, calls, onStarted };
}

describe('the dialog of a view', () => {
  it('begins a view in the role that is chosen, and loads the page anew', async () => {
    const { user, calls, onStarted } = openDialog('ludus_admin');
    expect(await screen.findByDisplayValue('Alpina')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Administrator' }));
    await user.click(screen.getByRole('button', { name: 'View' }));
    await vi.waitFor(() => expect(onStarted).toHaveBeenCalled());
    const start = calls.find(({ endpoint }) => endpoint === 'startViewAs');
    expect(start?.body).toEqual({ integrationId: 3, role: 'integration_admin' });
    expect(kept()).toEqual(view);
  });

  it('offers a manager of the provider what they may see, and says why not more', async () => {
    openDialog('ludus_manager');
    expect(await screen.findByRole('radio', { name: 'Manager' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Guest' })).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'Administrator' })).not.toBeInTheDocument();
    expect(screen.getByText('An administrator of an integration sees figures that are not yours to see.'));
  });

  it('stays with what the server says when it refuses', async () => {
    const { user, calls, onStarted } = openDialog('ludus_admin', new Refusal(404, 'Integration not found'));
    expect(await screen.findByDisplayValue('Alpina')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'View' }));
    await vi.waitFor(() => expect(calls).toMatchObject([{}, { endpoint: 'startViewAs' }]));
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'View' })).toBeEnabled());
    expect(onStarted).not.toHaveBeenCalled();
    expect(kept()).toBeNull();
  });
});

describe('the bar of a view', () => {
  function openBar() {
    keepViewing(view);
    restoreViewing();
    const calls = answerCalls({ startViewAs: { ...view, role: 'integration_guest' }, endViewAs: null });
    const onLoad = vi.fn();
    return { ...renderScreen(<ViewAsBar view={view} onLoad={onLoad} />), calls, onLoad };
  }

  it('says as whom the hub is seen, and leaves for the page of the integration', async () => {
    const { user, calls, onLoad } = openBar();
    const bar = screen.getByRole('region', { name: 'View as an integration' });
    expect(bar).toHaveTextContent('You see what a manager of Alpina sees');
    expect(bar).toHaveTextContent('read only');
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await vi.waitFor(() => expect(onLoad).toHaveBeenCalledWith('/integration/3'));
    expect(calls).toMatchObject([{ endpoint: 'endViewAs', body: { grant: 'a.b' } }]);
    expect(kept()).toBeNull();
  });

  it('leads out of the view to the games that the integration does not see', async () => {
    const { user, onLoad } = openBar();
    await user.click(screen.getByRole('button', { name: 'Role: Manager' }));
    await user.click(
      await screen.findByRole('menuitem', { name: 'Leave to the games it does not see, and why' }),
    );
    await vi.waitFor(() => expect(onLoad).toHaveBeenCalledWith('/integration/3?games=hidden'));
    expect(kept()).toBeNull();
  });

  it('says when the view is over, and begins it again', async () => {
    const { user, calls, onLoad } = openBar();
    viewHasEnded();
    expect(await screen.findByText('Viewing as Alpina has ended.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Start again' }));
    await vi.waitFor(() => expect(onLoad).toHaveBeenCalledWith());
    expect(calls[0]).toMatchObject({
      endpoint: 'startViewAs',
      body: { integrationId: 3, role: 'integration_manager' },
    });
  });
});
