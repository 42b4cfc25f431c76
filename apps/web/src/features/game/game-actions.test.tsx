import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal, type SeenCall } from '../../test/answer-calls.ts';
import { banner, cover, full, gallery, renderGame } from '../../test/game-screen.tsx';
import { aDocument, aLink, aMedium } from '../../test/games.ts';
import { anIntegration } from '../../test/integrations.ts';
import { testQueryClient } from '../../test/render.tsx';

const docsLink = aMedium({
  id: 60,
  mediaType: 'docs',
  url: 'https://docs.example/skadi',
  width: null,
  height: null,
});
const assetsLink = aMedium({
  id: 61,
  mediaType: 'assets',
  url: 'https://assets.example/skadi',
  width: null,
  height: null,
});
const withLinks = { game_media: [cover, banner, docsLink, assetsLink] };
const integrations = {
  rows: ['Alpina', 'Baltica'].map((name, index) => ({
    id: index + 3,
    name,
    version: 'GAI2',
    externalIdentifier: name.toLowerCase(),
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    platforms: [],
  })),
};
const loaded = () => screen.findByRole('heading', { level: 1 });

beforeEach(() => notifications.clean());

const withdrawnGame = {
  name: 'Wolves of Skadi',
  sub_name: null,
  slug: 'wolves_of_skadi',
  isCatalog: true,
  isDev: false,
  game_media: [],
};

/** What a guest has asked for. */
const ownRequest = {
  id: 31,
  gameId: 7,
  integration: { id: 1, name: 'Alpina' },
  state: 'asked' as const,
  askedAt: '2026-11-17T12:00:00.000Z',
  decidedAt: null,
  reason: null,
};

describe('documents and promo assets', () => {
  it('[GAME-08] the docs button stands only where certificates exist', async () => {
    const without = renderGame({ answer: full({ certificates: [] }) });
    await loaded();
    expect(screen.queryByRole('button', { name: 'Game docs' })).toBeNull();
    without.unmount();
    renderGame({ answer: full({ certificates: [aDocument()] }) });
    expect(await screen.findByRole('button', { name: 'Game docs' })).toBeVisible();
  });

  it('[GAME-09] the promo assets button stands only where an address exists, and leads there', async () => {
    const without = renderGame();
    await loaded();
    expect(screen.queryByRole('link', { name: 'Promo assets' })).toBeNull();
    without.unmount();
    renderGame({ answer: full(withLinks) });
    const link = await screen.findByRole('link', { name: 'Promo assets' });
    expect(link).toHaveAttribute('href', 'https://assets.example/skadi');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it('[ROLE-10][OPEN-23] guests get neither button, and ask for no documents', async () => {
    const { calls } = renderGame({
      role: 'integration_guest',
      answer: full({ ...withLinks, integrations: [aLink('active')], certificates: [aDocument()] }),
    });
    await loaded();
    expect(screen.queryByRole('button', { name: 'Game docs' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Promo assets' })).toBeNull();
    expect(calls[0]?.query.with).toBe('game_media,integrations');
  });

  it('[GAME-36][API-021][API-023] staff of the provider choose an integration’s files', async () => {
    const files = (call: SeenCall) =>
      call.query.integrationId === '4'
        ? []
        : [aDocument(), aDocument({ id: 52, name: 'Contract', integration: { id: 3, name: 'Alpina' } })];
    const { user, calls } = renderGame({
      role: 'ludus_manager',
      answer: full({ certificates: [aDocument()] }),
      answers: { listCertificates: files, listIntegrations: integrations },
    });
    await user.click(await screen.findByRole('button', { name: 'Game docs' }));
    const dialog = await screen.findByRole('dialog', { name: 'Documentation of Wolves of Skadi' });
    const list = await within(dialog).findByRole('list', { name: 'Files of Wolves of Skadi' });
    const rows = within(list).getAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(rows[1]).toHaveTextContent('Alpina');
    await user.click(within(dialog).getByRole('combobox', { name: 'Integration' }));
    await user.click(await screen.findByRole('option', { name: 'Baltica' }));
    expect(await within(dialog).findByText('No files found')).toBeVisible();
    expect(calls.filter(({ endpoint }) => endpoint === 'listCertificates').map(({ query }) => query)).toEqual(
      [{ gameId: '7' }, { gameId: '7', integrationId: '4' }],
    );
  });

  it('[GAME-37][OPEN-41] others see their own integration’s files, without a selector', async () => {
    const { user, calls } = renderGame({
      role: 'integration_admin',
      answer: full({ integrations: [aLink('active')], certificates: [aDocument()] }),
      answers: { listCertificates: [aDocument()] },
    });
    await user.click(await screen.findByRole('button', { name: 'Game docs' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('Certificate Italy')).toBeVisible();
    expect(within(dialog).queryByRole('combobox')).toBeNull();
    expect(calls.at(-1)).toMatchObject({
      endpoint: 'listCertificates',
      query: { gameId: '7', integrationId: '3' },
    });
    expect(calls.some(({ endpoint }) => endpoint === 'listIntegrations')).toBe(false);
  });

  it('[OPEN-37] the documentation’s address stands on top of the dialog', async () => {
    const { user } = renderGame({
      answer: full({ ...withLinks, certificates: [aDocument()] }),
      answers: { listCertificates: [aDocument()], listIntegrations: integrations },
    });
    await user.click(await screen.findByRole('button', { name: 'Game docs' }));
    const link = await screen.findByRole('link', { name: /Documentation on the web/ });
    expect(link).toHaveAttribute('href', 'https://docs.example/skadi');
    const list = await screen.findByRole('list', { name: 'Files of Wolves of Skadi' });
    expect(link.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('[GAME-35] files that cannot be read are a failure, not an empty list', async () => {
    let isUp = false;
    const { user } = renderGame({
      role: 'integration_admin',
      answer: full({ integrations: [aLink('active')], certificates: [aDocument()] }),
      answers: { listCertificates: () => (isUp ? [aDocument()] : new Refusal(500)) },
    });
    await user.click(await screen.findByRole('button', { name: 'Game docs' }));
    const alert = await screen.findByRole('alert');
    expect(screen.queryByText('No files found')).toBeNull();
    isUp = true;
    await user.click(within(alert).getByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('Certificate Italy')).toBeVisible();
  });
});

describe('the wishlist', () => {
  it('[GAME-22][ROLE-11] the ribbon shows for a requested game that is not active, for integration users only', async () => {
    const ribbon = () => screen.queryByText('On wishlist');
    for (const [role, state, isShown] of [
      ['integration_admin', 'requested', true],
      ['integration_guest', 'requested', true],
      ['integration_admin', 'visible', false],
      ['integration_admin', 'active', false],
      ['ludus_admin', 'requested', false],
    ] as const) {
      const view = renderGame({ role, answer: full({ integrations: [aLink(state)] }) });
      await loaded();
      expect(ribbon() !== null, `${role}, ${state}`).toBe(isShown);
      view.unmount();
    }
  });

  it('[GAME-31][ERR-016][OPEN-10][API-020] a guest too adds the game, which then counts as requested', async () => {
    let state: 'visible' | 'requested' = 'visible';
    const { user, calls } = renderGame({
      role: 'integration_guest',
      answer: () => full({ integrations: [aLink(state)] }),
      answers: {
        requestGame: () => {
          state = 'requested';
          return full();
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add to wishlist' }));
    const question = await screen.findByRole('dialog', { name: /^Request .+\?$/ });
    expect(question).toHaveTextContent(
      'the provider is notified and answers. You can withdraw the request until then.',
    );
    expect(calls.some(({ endpoint }) => endpoint === 'requestGame')).toBe(false);
    await user.click(within(question).getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Game added to wishlist')).toBeInTheDocument();
    expect(await screen.findByText('On wishlist')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add to wishlist' })).toBeNull();
    expect(calls.find(({ endpoint }) => endpoint === 'requestGame')?.query).toEqual({
      integrationName: 'Alpina',
      gameId: '7',
      isInterested: 'true',
      notify: 'true',
    });
  });

  it('[GAME-31][ROLE-11] only for visible games not yet asked for, and never for staff of the provider', async () => {
    for (const [role, part] of [
      ['integration_admin', { integrations: [aLink('active')] }],
      ['integration_admin', { integrations: [aLink('requested')] }],
      ['integration_admin', { integrations: [aLink('visible')], isDev: true }],
      ['ludus_admin', { integrations: [aLink('visible')] }],
    ] as const) {
      const view = renderGame({ role, answer: full({ ...part, integrations: [...part.integrations] }) });
      await loaded();
      expect(screen.queryByRole('button', { name: 'Add to wishlist' })).toBeNull();
      view.unmount();
    }
  });

  it('is withdrawn by the guest who has asked, after a question', async () => {
    let state: 'visible' | 'requested' = 'requested';
    const { user, calls } = renderGame({
      role: 'integration_guest',
      answer: () => full({ integrations: [aLink(state)] }),
      answers: {
        listOwnGameRequests: { rows: [ownRequest] },
        withdrawGameRequest: () => {
          state = 'visible';
          const { gameId, ...request } = ownRequest;
          return {
            ...request,
            state: 'withdrawn',
            game: { ...withdrawnGame, id: gameId },
            askedBy: 'alpina.guest',
            reviewedAt: null,
            reviewedBy: null,
            decidedAt: '2026-11-18T12:00:00.000Z',
            decidedBy: 'alpina.guest',
            isVisible: true,
            activeSince: null,
            events: [],
          };
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Withdraw request' }));
    const question = await screen.findByRole('dialog', { name: /^Withdraw the request for / });
    expect(calls.some(({ endpoint }) => endpoint === 'withdrawGameRequest')).toBe(false);
    await user.click(within(question).getByRole('button', { name: 'Withdraw request' }));
    expect(await screen.findByText('Request withdrawn')).toBeVisible();
    expect(calls.find(({ endpoint }) => endpoint === 'withdrawGameRequest')?.path).toMatch(
      /\/requests\/31\/withdraw$/,
    );
    expect(await screen.findByRole('button', { name: 'Add to wishlist' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Withdraw request' })).toBeNull();
  });

  it('is not withdrawn where someone else has asked', async () => {
    renderGame({ role: 'integration_guest', answer: full({ integrations: [aLink('requested')] }) });
    expect(await screen.findByText('On wishlist')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Withdraw request' })).toBeNull();
  });

  it('[GAME-31] a refused wish says why, and shows what a colleague has done meanwhile', async () => {
    let state: 'visible' | 'requested' = 'visible';
    const { user } = renderGame({
      role: 'integration_admin',
      answer: () => full({ integrations: [aLink(state)] }),
      answers: {
        requestGame: () => {
          state = 'requested';
          return new Refusal(409, 'The game is already requested.');
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add to wishlist' }));
    await user.click(await screen.findByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('The game is already requested.')).toBeInTheDocument();
    expect(await screen.findByText('On wishlist')).toBeVisible();
  });
});

describe('changing the game', () => {
  it('[GAME-32] the edit button leads to the edit screen, for those who may open it', async () => {
    const none = renderGame({ role: 'ludus_manager' });
    await loaded();
    expect(screen.queryByRole('link', { name: 'Edit game' })).toBeNull();
    none.unmount();
    const open = vi.fn();
    const { user } = renderGame({ edit: { href: (id) => `/editGame/${id}`, open } });
    const link = await screen.findByRole('link', { name: 'Edit game' });
    expect(link).toHaveAttribute('href', '/editGame/7');
    await user.click(link);
    expect(open).toHaveBeenCalledWith(7);
  });

  it('[GAME-33] the order button stands for ludus_admin alone', async () => {
    const admin = renderGame();
    expect(await screen.findByRole('button', { name: 'Update gallery order' })).toBeVisible();
    admin.unmount();
    for (const role of ['ludus_manager', 'integration_admin', 'integration_guest'] as const) {
      const view = renderGame({ role, answer: full({ integrations: [aLink('active')] }) });
      await loaded();
      expect(screen.queryByRole('button', { name: 'Update gallery order' })).toBeNull();
      view.unmount();
    }
  });

  it('[GAME-34][ERR-015][API-018] the order is set and saved, entries going without their address', async () => {
    const { user, calls } = renderGame({
      answer: full({ game_media: [cover, banner, ...gallery(3)] }),
      answers: { orderGameMedia: [] },
    });
    await user.click(await screen.findByRole('button', { name: 'Update gallery order' }));
    const dialog = await screen.findByRole('dialog', { name: 'Drag and drop to set order' });
    const save = within(dialog).getByRole('button', { name: 'Save order' });
    expect(save).toBeDisabled();
    const handle = within(dialog).getByRole('button', { name: 'Drag image 1' });
    expect(handle).toHaveAccessibleDescription(/Press Space to pick up an item, the arrow keys to move it/);
    expect(within(dialog).getByRole('button', { name: 'Move image 1 up' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: 'Move image 1 down' }));
    expect(dialog).toHaveTextContent('image 1 is now at position 2 of 3.');
    await user.click(save);
    expect(await screen.findByText('Gallery order updated')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = calls.find(({ endpoint }) => endpoint === 'orderGameMedia')?.body as Record<
      string,
      unknown
    >[];
    expect(sent.map(({ id, order }) => [id, order])).toEqual([
      [11, 0],
      [10, 1],
      [12, 2],
    ]);
    for (const entry of sent) expect(entry).not.toHaveProperty('url');
    // The page reads the game again.
    expect(calls.filter(({ endpoint }) => endpoint === 'getGame')).toHaveLength(2);
  });

  it('[GAME-34] an order in the making stays when the game is read again', async () => {
    const queryClient = testQueryClient();
    let variants: { width: number; url: string }[] = [];
    const { user, calls } = renderGame({
      answer: () =>
        full({ game_media: [cover, banner, ...gallery(3).map((medium) => ({ ...medium, variants }))] }),
      queryClient,
    });
    await user.click(await screen.findByRole('button', { name: 'Update gallery order' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Move image 1 down' }));
    // Its pictures have been rendered smaller meanwhile.
    variants = [{ width: 480, url: '/media/small/480w.avif' }];
    await queryClient.invalidateQueries();
    await waitFor(() => expect(calls.filter(({ endpoint }) => endpoint === 'getGame')).toHaveLength(2));
    await user.click(within(dialog).getByRole('button', { name: 'Move image 1 down' }));
    expect(dialog).toHaveTextContent('image 1 is now at position 3 of 3.');
    await user.click(within(dialog).getByRole('button', { name: 'Move image 1 up' }));
    await user.click(within(dialog).getByRole('button', { name: 'Move image 1 up' }));
    expect(within(dialog).getByRole('button', { name: 'Save order' })).toBeDisabled();
  });

  it('[GAME-34] an order that could not be saved stays, and says why', async () => {
    const { user } = renderGame({
      answers: { orderGameMedia: () => new Refusal(404, 'A picture is gone.') },
    });
    await user.click(await screen.findByRole('button', { name: 'Update gallery order' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Move image 4 up' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save order' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('A picture is gone.');
    expect(within(dialog).getAllByRole('listitem')[2]).toHaveTextContent('image 4');
  });
});

describe('the badges of requests', () => {
  const mark = {
    id: 9,
    gameId: 7,
    state: 'asked',
    integration: { id: 3, name: 'Alpina' },
    askedAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    decidedAt: null,
    reason: null,
  };
  const refused = { ...mark, state: 'refused', reason: 'Not certified for Italy.' };

  it('say to the provider who asks and since when, and lead to the request', async () => {
    renderGame({ answers: { listGameRequestMarks: { rows: [mark] } } });
    const badge = await screen.findByRole('link', { name: 'Requested by Alpina, 3 days ago' });
    expect(badge).toHaveAttribute('href', '/requests?id=9');
  });

  it('say to the integration what the answer is, and why', async () => {
    renderGame({ role: 'integration_admin', answers: { listGameRequestMarks: { rows: [refused] } } });
    expect(await screen.findByRole('link', { name: 'Refused: Not certified for Italy.' })).toBeVisible();
  });
});

describe('a granted request', () => {
  const granted = {
    id: 9,
    gameId: 7,
    state: 'granted',
    integration: { id: 3, name: 'Alpina' },
    askedAt: '2026-11-20T09:00:00.000Z',
    decidedAt: '2026-11-24T09:30:00.000Z',
    reason: null,
  };
  const answers = { listGameRequestMarks: { rows: [granted] } };
  const answer = full({ integrations: [aLink('requested')] });

  it('says to the integration that its platform is waited for, and takes the ribbon away', async () => {
    renderGame({ role: 'integration_admin', answer, answers });
    const text = 'Granted 24/11/2026, waiting for your platform';
    expect(await screen.findByRole('link', { name: text })).toHaveAttribute('href', '/requests?id=9');
    expect(screen.queryByText('On wishlist')).toBeNull();
  });

  it('says so to a guest, whom it leads nowhere', async () => {
    renderGame({ role: 'integration_guest', answer, answers });
    const text = 'Granted 24/11/2026, waiting for your platform';
    expect((await screen.findByText(text)).closest('a')).toBeNull();
    expect(screen.queryByText('On wishlist')).toBeNull();
  });

  it('says to the provider whose platform is waited for', async () => {
    renderGame({ answer, answers });
    const name = 'Granted to Alpina 24/11/2026, waiting for its platform';
    expect(await screen.findByRole('link', { name })).toBeVisible();
  });
});

describe('who sees the game', () => {
  const answer = full({ integrations: [aLink('active'), aLink('visible', { id: 5, name: 'Castello' })] });
  const rows = [3, 4, 5].map((id) =>
    anIntegration(id, { 3: 'Alpina', 4: 'Baltica', 5: 'Castello' }[id] ?? ''),
  );
  const answers = { listIntegrations: { rows } };
  it('shows those that see it once it is in sight', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly listener: IntersectionObserverCallback;
        constructor(listener: IntersectionObserverCallback) {
          this.listener = listener;
        }
        observe() {
          const entry = { isIntersecting: true, boundingClientRect: { top: 300 } };
          this.listener([entry as IntersectionObserverEntry], this as never);
        }
        disconnect() {}
      },
    );
    renderGame({ answer, answers });
    const panel = (await screen.findByText('Who sees it')).closest('section') ?? document.body;
    expect(await within(panel).findByText('2 of 3 integrations')).toBeVisible();
    expect(
      within(panel)
        .getAllByRole('img')
        .map((chip) => chip.getAttribute('aria-label')),
    ).toEqual(['Alpina', 'Castello']);
  });

  const listed = async ({ user }: ReturnType<typeof renderGame>) => {
    await user.click(await screen.findByRole('button', { name: 'Show integrations' }));
    const panel = (await screen.findByText('Who sees it')).closest('section') ?? document.body;
    await within(panel).findByText('Baltica');
    return within(panel)
      .getAllByRole('definition')
      .map((one) => one.textContent);
  };

  it('is said to the provider by integration, with the reason where it is hidden and the way to assign it', async () => {
    expect(await listed(renderGame({ answer, answers }))).toEqual([
      'Active since 01/05/2026',
      'Available',
      'Not visible: not assigned',
    ]);
    expect(screen.getByText('2 of 3 integrations')).toBeVisible();
    expect(
      screen.getByRole('link', { name: 'Baltica, Not visible: not assigned. Open Manage games' }),
    ).toHaveAttribute('href', '/games?integration=4');
    expect(screen.getByText(/^Not assigned: its people see the game neither/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Assign it in Manage games' }).getAttribute('href')).toMatch(
      /^\/games\?panel=game&game=\d+$/,
    );
  });

  it('leads a manager, who assigns no games, nowhere', async () => {
    expect(await listed(renderGame({ role: 'ludus_manager', answer, answers }))).toHaveLength(3);
    expect(screen.queryByRole('link', { name: /Manage games/ })).toBeNull();
    // Whom to ask instead.
    expect(screen.getByText(/An administrator of the provider can assign it\.$/)).toBeVisible();
  });

  it('is no matter of an integration', async () => {
    renderGame({ role: 'integration_admin', answer });
    await loaded();
    expect(screen.queryByText('Who sees it')).toBeNull();
  });
});
