import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, today } from '../../lib/days.ts';
import { formatDay } from '../../lib/format.ts';
import { Refusal } from '../../test/answer-calls.ts';
import {
  button,
  choose,
  documents,
  facet,
  frost,
  game,
  general,
  names,
  renderDocumentation,
  row,
  skadi,
  store,
} from '../../test/documentation-screen.tsx';
import { aDocument, aGame } from '../../test/games.ts';
import { setViewport } from '../../test/viewport.ts';
import { readDocumentsSearch } from './search.ts';

beforeEach(() => {
  notifications.clean();
  vi.stubGlobal('scrollTo', () => {});
});

describe('[DOC-01] the documentation', () => {
  it('[CERT-01][CERT-03] shows the general documents of the chosen integration', async () => {
    const { user, seen } = renderDocumentation({
      answers: {
        listCertificates: [
          general,
          aDocument(),
          aDocument({ ...general, id: 62, name: 'Baltica terms', integration: { id: 4, name: 'Baltica' } }),
        ],
      },
    });
    await user.click(await facet(/^General/));
    await choose(user, 'Integration', /^Alpina/);
    expect(await names()).toEqual(['Platform certificate']);
    const one = await row(/Platform certificate/);
    expect(within(one).getByRole('img', { name: 'ZIP archive' })).toBeVisible();
    expect(one).toHaveTextContent('General document');
    expect(one).toHaveTextContent('02/10/2026');
    expect(within(one).getByRole('link', { name: 'Download Platform certificate' })).toHaveAttribute(
      'download',
      'platform.zip',
    );
    expect(seen).toEqual([{ show: 'general' }, { show: 'general', integration: 3 }]);
  });

  it('counts further games in short on a tablet, and names them all', async () => {
    setViewport(768);
    const games = [skadi, frost].map(({ id, name }) => ({ id, name }));
    renderDocumentation({ answers: { listCertificates: [aDocument({ games })] } });
    const more = within(await row(/Certificate Italy/)).getByText('+1');
    expect(more).toHaveAttribute('title', 'Wolves of Skadi, Frostjarl');
  });

  it('shows game, integration, type, end, size, and who added it when', async () => {
    renderDocumentation({
      answers: {
        listCertificates: [
          aDocument({
            type: 'certificate',
            validUntil: '2030-06-30',
            addedBy: 'admin',
            integration: { id: 3, name: 'Alpina' },
          }),
        ],
      },
    });
    const one = await row(/Certificate Italy/);
    await waitFor(() => expect(one).toHaveTextContent('Wolves of Skadi'));
    for (const text of ['Alpina', 'Certificate', '30/06/2030', '1,2 MB', '02/10/2026', 'admin']) {
      expect(one).toHaveTextContent(text);
    }
  });

  it('[CERT-02] lists the games with their number of files, and the files of the one that opens', async () => {
    const { user } = renderDocumentation({ search: { view: 'games' } });
    const head = await game(/Wolves of Skadi/);
    await waitFor(() => expect(head).toHaveTextContent('2 files'));
    await user.click(head);
    expect(head).toHaveAttribute('aria-expanded', 'true');
    const files = await screen.findByRole('list', { name: 'Files of Wolves of Skadi' });
    expect(within(files).getAllByRole('listitem')).toHaveLength(2);
    expect(within(files).getAllByText(/Uploaded on/)).toHaveLength(2);
    expect(within(files).getByText('of 2 games')).toHaveAttribute('title', 'Wolves of Skadi, Frostjarl');
    await user.click(head);
    expect(screen.queryByRole('list', { name: 'Files of Wolves of Skadi' })).toBeNull();
  });

  it('[CERT-02] lists games with files first, and says of the others that they have no certificate', async () => {
    const rows = [
      aGame({ id: 1, name: 'Aztec Gold', sub_name: null, slug: 'aztec_gold' }),
      aGame({ id: 7, name: 'Wolves of Skadi', sub_name: null, slug: 'wolves' }),
    ];
    renderDocumentation({ search: { view: 'games' }, answers: { listCatalog: { rows } } });
    const list = await screen.findByRole('list', { name: 'Documents of games' });
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first).toHaveTextContent('Wolves of Skadi2 files');
    expect(second).toHaveTextContent('Aztec GoldNo certificate');
  });

  it('keeps what is chosen in the address', async () => {
    const address = { show: 'expiring', integration: '3', type: 'certificate', find: ' wolves ', game: '7' };
    expect(readDocumentsSearch({ ...address, view: 'games' })).toEqual({
      show: 'expiring',
      integration: 3,
      type: 'certificate',
      find: 'wolves',
      view: 'games',
      game: 7,
    });
    expect(readDocumentsSearch({ show: 'x', type: 'x', view: 'x', integration: 'x', game: '-1' })).toEqual(
      {},
    );
    renderDocumentation({ search: { view: 'games', game: 8 } });
    expect(await screen.findByRole('list', { name: 'Files of Frostjarl' })).toBeVisible();
  });

  it('[CERT-02] draws of a thousand games those near the window', async () => {
    const rows = Array.from({ length: 1_000 }, (_unused, index) =>
      aGame({ id: index + 1, name: `Game ${index + 1}`, sub_name: null, slug: `game_${index + 1}` }),
    );
    renderDocumentation({ search: { view: 'games' }, answers: { listCatalog: { rows } } });
    const list = await screen.findByRole('list', { name: 'Documents of games' });
    const drawn = within(list).getAllByRole('listitem');
    expect(drawn.length).toBeGreaterThan(8);
    expect(drawn.length).toBeLessThan(60);
    expect(drawn[0]).toHaveAttribute('aria-setsize', '1000');
  });

  it('finds documents by every typed word, and says when none fits', async () => {
    const { user, seen } = renderDocumentation();
    await documents();
    const field = screen.getByRole('textbox', { name: 'Search documents' });
    await user.type(field, 'frost rules{Enter}');
    expect(await names()).toEqual(['Shared rules']);
    expect(seen.at(-1)).toEqual({ find: 'frost rules' });
    await user.type(field, 'x{Enter}');
    expect(await screen.findByText('No documents found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect((await names()).toSorted()).toEqual(['Certificate Italy', 'Platform certificate', 'Shared rules']);
  });

  it('leads from an empty list to the games that need a certificate, and on a phone promises no drop', async () => {
    const { user, unmount } = renderDocumentation({ answers: { listCertificates: [] } });
    expect(await screen.findByText('No documents yet')).toBeVisible();
    expect(screen.getByText(/drop files anywhere/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Games with no valid certificate' }));
    expect(await screen.findByRole('table', { name: 'No valid certificate' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Certificates, Coverage' })).toHaveAttribute(
      'href',
      '/certificates?view=coverage&gaps=true',
    );
    unmount();
    setViewport(390);
    renderDocumentation({ answers: { listCertificates: [] } });
    expect(await screen.findByText(/appear here once they are added/)).toBeVisible();
    expect(screen.queryByText(/drop files/)).toBeNull();
  });

  it('[VIS-03][OPEN-62] a failed read is a failure with Reload', async () => {
    let isUp = false;
    const { listCertificates } = store();
    const { user } = renderDocumentation({
      answers: { listCertificates: () => (isUp ? listCertificates() : new Refusal(500)) },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Server error, reload to try again');
    isUp = true;
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await row(/Platform certificate/)).toBeVisible();
  });
});

describe('documents that expire or are missing', () => {
  const day = (days: number) => addDays(today(), days);
  const counted = { upcoming: 0, valid: 2, expiring: 2, expired: 1, replaced: 0 };
  const certificates = [
    aDocument({ id: 1, name: 'Ended', type: 'certificate', validUntil: day(-1) }),
    aDocument({ id: 2, name: 'Last day', type: 'test-report', validUntil: day(0) }),
    aDocument({ id: 3, name: 'In two months', type: 'certificate', validUntil: day(60) }),
    aDocument({ id: 4, name: 'Later', type: 'certificate', validUntil: day(61) }),
    aDocument({ id: 5, name: 'Endless' }),
  ];

  it('are those that have ended or end within 60 days, as Certificates count them, and say when', async () => {
    const { user } = renderDocumentation({
      answers: {
        listCertificates: certificates,
        searchCertificates: { rows: [], count: 3, states: counted, withoutJurisdiction: 0 },
      },
    });
    expect(await facet(/^Expiring in 60 days 2 \+ 1 expired$/)).toBeVisible();
    await user.click(await facet(/^Expiring in 60 days/));
    expect(await names()).toEqual(['Ended', 'Last day', 'In two months']);
    expect(await screen.findByRole('link', { name: 'Certificates, Expired 1' })).toHaveAttribute(
      'href',
      '/certificates?state=expired',
    );
    expect(screen.getByRole('link', { name: 'Certificates, Expiring 2' })).toBeVisible();
    expect(await row(/Ended/)).toHaveTextContent('Expired');
    expect(await row(/Last day/)).toHaveTextContent('Today');
    expect(await row(/In two months/)).toHaveTextContent('in 60 days');
    await choose(user, 'Type', /^Test report.*1$/);
    expect(await names()).toEqual(['Last day']);
  });

  it('say on a phone what the day is: the end, or when they were added while sorted by it', async () => {
    setViewport(390);
    renderDocumentation({ answers: { listCertificates: certificates } });
    await screen.findByText('Ended');
    const textOf = (name: string) => screen.getByText(name).closest('li')?.textContent;
    expect(textOf('Ended')).toContain(`Expired on ${formatDay(day(-1))}`);
    expect(textOf('In two months')).toContain(`Valid until ${formatDay(day(60))}in 60 days`);
    expect(textOf('Endless')).toContain('Added on 02/10/2026');
    expect(textOf('Endless')).not.toContain('MB');
  });

  it('has what can be done to a document behind one button on a phone, and asks there before it deletes', async () => {
    setViewport(390);
    const { user } = renderDocumentation({ answers: { listCertificates: [aDocument({ name: 'Rules' })] } });
    const actions = await screen.findByRole('button', { name: 'Actions for Rules' });
    await user.click(actions);
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Download',
      'Edit',
      'Replace with a new file',
      'Delete',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const question = await screen.findByRole('group', { name: 'Delete Rules?' });
    await user.click(within(question).getByRole('button', { name: 'No' }));
    expect(screen.queryByRole('group', { name: 'Delete Rules?' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Actions for Rules' })).toHaveFocus();
  });

  it('lists the games whose certificates have all ended, and adds one for them', async () => {
    const ended = aDocument({
      id: 1,
      type: 'certificate',
      validUntil: day(-1),
      games: [{ id: 8, name: 'Frostjarl' }],
    });
    const { user } = renderDocumentation({
      answers: { listCertificates: [ended, aDocument({ id: 2, type: 'certificate' })] },
    });
    await waitFor(async () => expect(await facet(/^No valid certificate/)).toHaveTextContent('1'));
    await user.click(await facet(/^No valid certificate/));
    const table = await screen.findByRole('table', { name: 'No valid certificate' });
    const one = within(table).getByRole('row', { name: /Frostjarl/ });
    expect(one).toHaveTextContent(`Expired on ${formatDay(day(-1))}`);
    expect(within(table).queryByText('Wolves of Skadi', { exact: false })).toBeNull();
    await user.click(button('Add a certificate of Frostjarl'));
    const dialog = await screen.findByRole('dialog', { name: 'Add document' });
    expect(within(dialog).getByRole('button', { name: 'Remove Certificate' })).toBeVisible();
  });
});

describe('games of an integration without a certificate', () => {
  it('are only those that it offers', async () => {
    const link = (id: number, isActive = true) => ({
      id,
      name: id === 3 ? 'Alpina' : 'Baltica',
      externalIdentifier: String(id),
      integration_games: { is_active: isActive ? '2026-01-01T00:00:00Z' : null, is_requested: null },
    });
    const rows = [
      { ...skadi, integrations: [link(3), link(4)] },
      { ...frost, integrations: [link(3, false), link(4)] },
    ];
    const { user } = renderDocumentation({
      search: { show: 'missing', integration: 3 },
      answers: { listCertificates: [], listCatalog: { rows } },
    });
    const table = await screen.findByRole('table', { name: 'No valid certificate' });
    expect(await within(table).findByRole('row', { name: /Wolves of Skadi/ })).toHaveTextContent('None yet');
    expect(within(table).queryByText('Frostjarl', { exact: false })).toBeNull();
    await user.click(screen.getByRole('combobox', { name: 'Integration' }));
    expect(await screen.findByRole('option', { name: /^Alpina/ })).toHaveTextContent('1');
    expect(screen.getByRole('option', { name: /^Baltica/ })).toHaveTextContent('2');
  });
});

describe('[CERT-07][CERT-08] people of an integration', () => {
  it('[DOC-02] see their own documents without a picker, and the list of integrations is not even asked for', async () => {
    const { calls } = renderDocumentation({
      role: 'integration_admin',
      search: { integration: 4, show: 'missing' },
    });
    expect(await row(/Platform certificate/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Download Shared rules' })).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Integration' })).toBeNull();
    for (const name of [/^Add /, /^Actions /, /^Missing/, /^Alpina/]) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain('listIntegrations');
    // The address of someone else's link changes nothing.
    const asked = calls.filter(({ endpoint }) => /Certificates/.test(endpoint));
    expect(asked.map(({ query }) => query)).toEqual([{}]);
  });

  it('[DOC-02] staff of the provider ask for it', async () => {
    const { calls } = renderDocumentation({ role: 'ludus_manager' });
    await row(/Platform/);
    expect(calls.map(({ endpoint }) => endpoint)).toContain('listIntegrations');
  });
});
