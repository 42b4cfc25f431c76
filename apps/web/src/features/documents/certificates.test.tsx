import type { Certificate, Role } from '@ludus/contract';
import { Notifications, notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, Refusal, type SeenCall } from '../../test/answer-calls.ts';
import { aDocument, aGame } from '../../test/games.ts';
import { renderScreen } from '../../test/render.tsx';
import { DocumentationPage } from './pages/documentation-page.tsx';
import { type DocumentsSearch, readDocumentsSearch } from './search.ts';

const alpina = {
  id: 3,
  name: 'Alpina',
  version: 'GAI2',
  externalIdentifier: 'alpina',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};
const baltica = { ...alpina, id: 4, name: 'Baltica', externalIdentifier: 'baltica' };
const skadi = aGame();
const frost = aGame({ id: 8, name: 'Frostjarl', sub_name: 'Hold & Win', slug: 'frostjarl' });

const general = aDocument({
  id: 60,
  name: 'Platform certificate',
  fileName: 'platform.zip',
  isGeneral: true,
  games: [],
  integration: { id: 3, name: 'Alpina' },
});
const shared = aDocument({
  id: 61,
  name: 'Shared rules',
  fileName: 'rules.docx',
  games: [
    { id: 7, name: 'Wolves of Skadi' },
    { id: 8, name: 'Frostjarl' },
  ],
});

/** What the hub holds; calls read and change it. */
function store(documents: Certificate[] = [general, aDocument(), shared]) {
  const held = new Map(documents.map((document) => [document.id, document]));
  return {
    listCertificates: ({ query }: SeenCall) =>
      [...held.values()].filter((document) =>
        query.gameId === undefined
          ? document.isGeneral && String(document.integration?.id) === query.integrationId
          : document.games.some(({ id }) => String(id) === query.gameId),
      ),
    countCertificates: () => ({
      rows: [7, 8].flatMap((gameId) => {
        const count = [...held.values()].filter(({ games }) => games.some(({ id }) => id === gameId)).length;
        return count === 0 ? [] : [{ gameId, count }];
      }),
    }),
    deleteCertificate: ({ path }: SeenCall) => {
      held.delete(Number(path.split('/').at(-1)));
      return null;
    },
    listCatalog: { rows: [skadi, frost] },
    listIntegrations: { rows: [alpina, baltica] },
    getIntegrationByName: alpina,
  };
}

function renderDocumentation({
  role = 'ludus_admin' as Role,
  search: start = {} as DocumentsSearch,
  answers = {} as Record<string, unknown>,
} = {}) {
  const calls = answerCalls({ ...store(), ...answers });
  const seen: DocumentsSearch[] = [];
  function Page() {
    const [search, setSearch] = useState(start);
    const follow = (next: DocumentsSearch) => {
      seen.push(next);
      setSearch(next);
    };
    return (
      <>
        <Notifications />
        <DocumentationPage search={search} onSearch={follow} />
      </>
    );
  }
  return { ...renderScreen(<Page />, { role }), calls, seen };
}

const generalPanel = () => screen.getByRole('region', { name: 'General documents' });
const game = (name: RegExp) => screen.findByRole('button', { name });
const button = (name: string, within_: HTMLElement = document.body) =>
  within(within_).getByRole('button', { name });

beforeEach(() => {
  notifications.clean();
  vi.stubGlobal('scrollTo', () => {});
});

describe('[DOC-01] the documentation', () => {
  it('[CERT-01][CERT-03][API-022] shows the general documents of the chosen integration, once one is chosen', async () => {
    const { user, seen } = renderDocumentation();
    expect(within(generalPanel()).getByText('No integration selected')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Integration' }));
    await user.click(await screen.findByRole('option', { name: 'Alpina' }));
    const row = await within(generalPanel()).findByRole('listitem');
    expect(within(row).getByRole('img', { name: 'ZIP archive' })).toBeVisible();
    expect(row).toHaveTextContent('Uploaded on 02/10/2026');
    expect(within(row).getByRole('link', { name: 'Download Platform certificate' })).toHaveAttribute(
      'download',
      'platform.zip',
    );
    expect(seen).toEqual([{ integration: 3 }]);
  });

  it('[CERT-02][API-023] lists the games with their number of files, and reads those of the one that opens', async () => {
    const { user, calls } = renderDocumentation({ search: { integration: 3 } });
    const head = await game(/Wolves of Skadi/);
    await waitFor(() => expect(head).toHaveTextContent('2 files'));
    expect(calls.filter(({ query }) => query.gameId !== undefined)).toEqual([]);
    await user.click(head);
    expect(head).toHaveAttribute('aria-expanded', 'true');
    const files = await screen.findByRole('list', { name: 'Files of Wolves of Skadi' });
    expect(within(files).getAllByRole('listitem')).toHaveLength(2);
    expect(within(files).getByText('of 2 games')).toHaveAttribute('title', 'Wolves of Skadi, Frostjarl');
    expect(calls.at(-1)?.query).toEqual({ gameId: '7', integrationId: '3' });
    await user.click(head);
    expect(screen.queryByRole('list', { name: 'Files of Wolves of Skadi' })).toBeNull();
  });

  it('[API-021] opens at an address with integration and game, and without an integration shows those of all', async () => {
    expect(readDocumentsSearch({ integration: '3', game: '7', find: ' wolves ' })).toEqual({
      integration: 3,
      game: 7,
      find: 'wolves',
    });
    expect(readDocumentsSearch({ integration: 'x', game: '-1' })).toEqual({});
    const { calls } = renderDocumentation({ search: { game: 8 } });
    expect(await screen.findByRole('list', { name: 'Files of Frostjarl' })).toBeVisible();
    expect(calls.find(({ query }) => query.gameId === '8')?.query).toEqual({ gameId: '8' });
  });

  it('[CERT-02] finds games by every typed word, in the address as well, and says when none fits', async () => {
    const { user, seen } = renderDocumentation();
    await game(/Wolves of Skadi/);
    await user.type(screen.getByRole('textbox', { name: 'Find a game' }), 'hold frost');
    expect(screen.getByRole('button', { name: /Frostjarl/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Wolves/ })).toBeNull();
    expect(seen.at(-1)).toEqual({ find: 'hold frost' });
    await user.type(screen.getByRole('textbox', { name: 'Find a game' }), 'x');
    expect(screen.getByText('No matching games')).toBeVisible();
    await user.click(button('Clear search'));
    expect(screen.getByRole('button', { name: /Wolves/ })).toBeVisible();
    expect(seen.at(-1)).toEqual({});
  });

  it('[CERT-02] draws of a thousand games those near the window', async () => {
    const rows = Array.from({ length: 1_000 }, (_unused, index) =>
      aGame({ id: index + 1, name: `Game ${index + 1}`, sub_name: null, slug: `game_${index + 1}` }),
    );
    renderDocumentation({ answers: { listCatalog: { rows } } });
    const list = await screen.findByRole('list', { name: 'Documents of games' });
    const drawn = within(list).getAllByRole('listitem');
    expect(drawn.length).toBeGreaterThan(8);
    expect(drawn.length).toBeLessThan(60);
    expect(drawn[0]).toHaveAttribute('aria-setsize', '1000');
  });

  it('[VIS-03][OPEN-62] failed reads are failures with Reload, and the rest of the screen stays', async () => {
    let isUp = false;
    const whenUp = (answer: unknown) => (call: SeenCall) =>
      isUp ? (typeof answer === 'function' ? answer(call) : answer) : new Refusal(500);
    const { listCertificates, listCatalog } = store();
    const { user } = renderDocumentation({
      search: { integration: 3 },
      answers: {
        listCertificates: whenUp(listCertificates),
        listCatalog: whenUp(listCatalog),
        countCertificates: new Refusal(500),
      },
    });
    for (const name of ['General documents', 'Documents of games']) {
      const alert = await within(screen.getByRole('region', { name })).findByRole('alert');
      expect(alert).toHaveTextContent('Server error, reload to try again');
    }
    isUp = true;
    for (const reload of screen.getAllByRole('button', { name: 'Reload' })) await user.click(reload);
    expect(await screen.findByText('Platform certificate')).toBeVisible();
    expect(await game(/Wolves of Skadi/)).toBeVisible();
  });
});

describe('[CERT-07][CERT-08] people of an integration', () => {
  it('[DOC-02] see their own documents without a picker, and the list of integrations is not even asked for', async () => {
    const { user, calls } = renderDocumentation({ role: 'integration_admin', search: { integration: 4 } });
    expect(await screen.findByText('Platform certificate')).toBeVisible();
    await user.click(await game(/Wolves of Skadi/));
    expect(await screen.findByRole('link', { name: 'Download Shared rules' })).toBeVisible();
    expect(screen.queryByRole('combobox')).toBeNull();
    for (const name of [/^Add/, /^Delete/]) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain('listIntegrations');
    // The address of someone else's link changes nothing.
    const asked = calls.filter(({ endpoint }) => /Certificates/.test(endpoint));
    expect(asked.map(({ query }) => query.integrationId)).toEqual(['3', '3', '3']);
  });

  it('[DOC-02] staff of the provider ask for it', async () => {
    const { calls } = renderDocumentation({ role: 'ludus_manager' });
    await game(/Wolves/);
    expect(calls.map(({ endpoint }) => endpoint)).toContain('listIntegrations');
  });
});

describe('[CERT-06] deleting a document', () => {
  const deletions = (calls: SeenCall[]) => calls.filter(({ endpoint }) => endpoint === 'deleteCertificate');

  it('asks in the row; "no" and Escape return to normal', async () => {
    const { user, calls } = renderDocumentation({ search: { game: 7 } });
    await user.click(await screen.findByRole('button', { name: 'Delete Shared rules' }));
    const question = screen.getByRole('group', { name: 'Delete Shared rules?' });
    expect(question).toHaveTextContent('Sure?');
    expect(button('No', question)).toHaveFocus();
    await user.click(button('No', question));
    expect(button('Delete Shared rules')).toHaveFocus();
    await user.keyboard('{Enter}{Escape}');
    expect(screen.queryByRole('group', { name: 'Delete Shared rules?' })).toBeNull();
    expect(deletions(calls)).toEqual([]);
  });

  it('[API-026] "yes" deletes it, without a toast, and the number of files follows', async () => {
    const { user, calls } = renderDocumentation({ search: { game: 7 } });
    await user.click(await screen.findByRole('button', { name: 'Delete Shared rules' }));
    await user.click(button('Yes'));
    await waitFor(() => expect(screen.queryByText('Shared rules')).toBeNull());
    expect(deletions(calls).map(({ path }) => path)).toEqual(['/api/certificates/delete/61']);
    await waitFor(async () => expect(await game(/Wolves of Skadi/)).toHaveTextContent('1 file'));
    expect(screen.queryByText('General document deleted')).toBeNull();
  });

  it('[ERR-037] says "General document deleted" of a general one', async () => {
    const { user } = renderDocumentation({ search: { integration: 3 } });
    await user.click(await screen.findByRole('button', { name: 'Delete Platform certificate' }));
    await user.click(button('Yes'));
    expect(await screen.findByText('General document deleted')).toBeVisible();
    expect(await screen.findByText('No files found')).toBeVisible();
  });

  it('[ERR-033][OPEN-63] that fails is logged, without a message; the row says so and can be tried again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { user } = renderDocumentation({
      search: { integration: 3 },
      answers: { deleteCertificate: new Refusal(500, 'broken') },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Platform certificate' }));
    await user.click(button('Yes'));
    expect(await screen.findByText('Not deleted')).toBeVisible();
    expect(log).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('broken')).toBeNull();
    expect(button('Delete Platform certificate')).toBeEnabled();
    log.mockRestore();
  });

  it('that someone else has deleted counts as deleted', async () => {
    const { user } = renderDocumentation({
      search: { integration: 3 },
      answers: { deleteCertificate: new Refusal(404) },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Platform certificate' }));
    await user.click(button('Yes'));
    expect(await screen.findByText('General document deleted')).toBeVisible();
  });
});
