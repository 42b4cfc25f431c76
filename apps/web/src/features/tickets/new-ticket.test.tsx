import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal, type SeenCall } from '../../test/answer-calls.ts';
import { answerUploads } from '../../test/answer-uploads.ts';
import { aGame, aLink } from '../../test/games.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen, type ScreenOptions } from '../../test/render.tsx';
import { aRow, aSession } from '../../test/sessions.ts';
import { aTicket } from '../../test/tickets.tsx';
import { NewTicketPage } from './pages/new-ticket-page.tsx';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../components/rich-text/rich-text-editor.tsx', () => import('../../test/tickets.tsx'));

const game = (id: number, name: string, owners: number[], part = {}) =>
  aGame({
    id,
    name,
    sub_name: null,
    integrations: owners.map((owner) =>
      aLink('active', { id: owner, name: owner === 1 ? 'Alpina' : 'Baltica' }),
    ),
    ...part,
  });

const reads = {
  listIntegrations: { rows: [anIntegration(1, 'Alpina'), anIntegration(2, 'Baltica')] },
  listGames: {
    rows: [
      game(7, 'Wolves of Skadi', [1]),
      game(8, 'Amber Hall', [1, 2]),
      game(9, 'Not done', [1], { isDev: true }),
      game(10, 'Stored', [1], { isCatalog: false }),
    ],
  },
};

function show(
  answers: object = {},
  { sessionId = null as string | null, ...options }: ScreenOptions & { sessionId?: string | null } = {},
) {
  const onOpen = vi.fn();
  const calls = answerCalls({ ...reads, createTicket: aTicket({ id: 40 }), ...answers });
  const shown = renderScreen(<NewTicketPage sessionId={sessionId} onOpen={onOpen} />, options);
  return { ...shown, calls, onOpen };
}

const created = (calls: readonly SeenCall[]) =>
  calls.filter(({ endpoint }) => endpoint === 'createTicket').map(({ body }) => body);
const title = () => screen.getByRole('textbox', { name: 'Title' });
const text = () => screen.findByRole('textbox', { name: 'Description' });
const send = () => screen.getByRole('button', { name: 'Send' });
const picker = (name: string) => screen.getByRole('combobox', { name: new RegExp(`^${name}`) });

async function options(user: ReturnType<typeof show>['user'], name: string): Promise<string[]> {
  await user.click(picker(name));
  const shown = (await screen.findAllByRole('option')).map((option) => option.textContent ?? '');
  await user.keyboard('{Escape}');
  return shown;
}
async function choose(user: ReturnType<typeof show>['user'], name: string, option: string) {
  await user.click(picker(name));
  await user.click(await screen.findByRole('option', { name: option }));
}

beforeEach(() => {
  vi.mocked(toast).mockClear();
});

describe('a new ticket', () => {
  it('[TICK-15][ERR-059] is sent with what was typed and chosen, and opened afterwards', async () => {
    const { user, calls, onOpen } = show();
    await user.type(title(), 'Reels stand still');
    await user.type(await text(), 'After a free spin');
    await choose(user, 'Integration', 'Alpina');
    await choose(user, 'Game', 'Wolves of Skadi');
    await user.click(send());
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith(40));
    expect(created(calls)).toEqual([
      { title: 'Reels stand still', description: 'After a free spin', integrationId: 1, gameId: 7 },
    ]);
    expect(toast).toHaveBeenCalledWith('success', 'Ticket created');
  });

  it('[ERR-066][ERR-067] says beside the fields what is missing, and goes to the first of them', async () => {
    const { user, calls } = show();
    await text();
    await user.click(send());
    expect(screen.getByText('Please enter a title.')).toBeVisible();
    expect(screen.getByText('Please enter a description.')).toBeVisible();
    await waitFor(() => expect(title()).toHaveFocus());
    await user.type(title(), 'T');
    expect(screen.queryByText('Please enter a title.')).toBeNull();
    expect(title()).toHaveFocus();
    expect(created(calls)).toEqual([]);
  });

  it('[TICK-18] offers finished games, those of the chosen integration', async () => {
    const { user } = show();
    await waitFor(async () => expect(await options(user, 'Game')).toEqual(['Amber Hall', 'Wolves of Skadi']));
    await choose(user, 'Integration', 'Baltica');
    expect(await options(user, 'Game')).toEqual(['Amber Hall']);
  });

  it('[TICK-19] clears a game that the newly chosen integration does not have, and keeps one that it has', async () => {
    const { user, calls } = show();
    await choose(user, 'Game', 'Wolves of Skadi');
    await choose(user, 'Integration', 'Baltica');
    expect(screen.queryByText('Wolves of Skadi')).toBeNull();
    await choose(user, 'Game', 'Amber Hall');
    await choose(user, 'Integration', 'Alpina');
    await user.type(title(), 'T');
    await user.type(await text(), 'D');
    await user.click(send());
    await waitFor(() => expect(created(calls)).toMatchObject([{ integrationId: 1, gameId: 8 }]));
  });

  it('[TICK-16] has no integration to choose for people of one', async () => {
    const own = { rows: [anIntegration(1, 'Alpina')] };
    const { user, calls } = show({ listIntegrations: own }, { role: 'integration_admin' });
    expect(screen.queryByRole('combobox', { name: /^Integration/ })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Integration' })).toBeDisabled();
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Integration' })).toHaveValue('Alpina'));
    await user.type(title(), 'T');
    await user.type(await text(), 'D');
    await user.click(send());
    await waitFor(() => expect(created(calls)).toEqual([{ title: 'T', description: 'D', gameId: null }]));
  });

  it('[TICK-17][API-074] of a session locks integration and game, which are the session’s', async () => {
    const session = aSession({ isOpen: false });
    const { user, calls } = show({ getSession: session }, { sessionId: session.id });
    expect(await screen.findByText('N2F0A17C4B93D201')).toBeVisible();
    expect(picker('Integration')).toBeDisabled();
    expect(picker('Game')).toBeDisabled();
    expect(screen.getAllByText('Wolves of Skadi').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Remove session' })).toBeNull();
    // A title is proposed, and follows the type until someone has written another one.
    expect(title()).toHaveValue('Session N2F0A17C4B93D201 – General');
    await user.clear(title());
    await user.type(title(), 'T');
    await user.type(await text(), 'D');
    await user.click(send());
    await waitFor(() =>
      expect(created(calls)).toEqual([{ title: 'T', description: 'D', sessionId: session.id }]),
    );
  });

  it('[ERR-062] says when the session cannot be read, sends nothing, and reads it again', async () => {
    let isDown = true;
    const session = aSession();
    const { user, calls } = show(
      { getSession: () => (isDown ? new Refusal(500) : session) },
      { sessionId: session.id },
    );
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', 'Something went wrong getting session, please try again.'),
    );
    await user.type(title(), 'T');
    await user.type(await text(), 'D');
    await user.click(send());
    await waitFor(() => expect(created(calls)).toEqual([]));
    isDown = false;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('N2F0A17C4B93D201')).toBeVisible();
  });

  it('[TICK-15] finds a session by any of its ids, and forgets it again', async () => {
    const { user, calls } = show({ searchSessions: [aRow()] });
    const field = screen.getByRole('textbox', { name: 'Session ID' });
    await user.type(field, ' N2F0A17C4B93D201 {Enter}');
    expect(await screen.findByText('Integration and game come from the session.')).toBeVisible();
    expect(calls.find(({ endpoint }) => endpoint === 'searchSessions')?.query).toEqual({
      relatedId: 'N2F0A17C4B93D201',
      searchType: 'sessionId',
    });
    expect(created(calls)).toEqual([]);
    // Find is gone with the field; the keyboard is where one goes on.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove session' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Remove session' }));
    expect(screen.getByRole('textbox', { name: 'Session ID' })).toHaveValue('');
    expect(picker('Integration')).toBeEnabled();
  });

  it('[TICK-15] finds a session by its ticket id in small letters too', async () => {
    const { user, calls } = show({
      searchSessions: (call: SeenCall) => (call.query?.relatedId === 'N2F0A17C4B93D201' ? [aRow()] : []),
    });
    await user.type(screen.getByRole('textbox', { name: 'Session ID' }), 'n2f0a17c4b93d201{Enter}');
    expect(await screen.findByText('Integration and game come from the session.')).toBeVisible();
    expect(calls.filter(({ endpoint }) => endpoint === 'searchSessions')).toHaveLength(2);
  });

  it('[TICK-15] finds a session by the id that it has in the hub, and says which ids there are', async () => {
    const { user } = show({ searchSessions: [], getSession: aSession({ aamsTicketId: null }) });
    const field = screen.getByRole('textbox', { name: 'Session ID' });
    expect(field).toHaveAccessibleDescription(/^Any of its IDs: external ticket ID/);
    await user.type(field, '0190a7de-0000-7000-8000-000000000001{Enter}');
    expect(await screen.findByText('Integration and game come from the session.')).toBeVisible();
  });

  it('[TICK-15] looks up on Send what was typed, and sends it when it is the id of a session', async () => {
    let rows = [] as ReturnType<typeof aRow>[];
    const { user, calls } = show({ searchSessions: () => rows });
    const id = () => screen.getByRole('textbox', { name: 'Session ID' });
    await user.type(title(), 'T');
    await user.type(await text(), 'D');
    await user.type(id(), 'WRONG');
    await user.click(send());
    expect(await screen.findByText('No session has this ID.')).toBeVisible();
    await waitFor(() => expect(id()).toHaveFocus());
    // Until it is written anew the field says what is wrong with it.
    await user.type(title(), 'T');
    expect(screen.getByText('No session has this ID.')).toBeVisible();
    await user.type(id(), '2');
    expect(screen.queryByText('No session has this ID.')).toBeNull();
    rows = [aRow()];
    await user.click(send());
    await waitFor(() =>
      expect(created(calls)).toEqual([{ title: 'TT', description: 'D', sessionId: aRow().id }]),
    );
  });

  it('[TICK-17] lets an id in the address that no session has be written anew, or left out', async () => {
    const { user, calls } = show(
      { getSession: new Refusal(404), searchSessions: [aRow()] },
      { sessionId: 'zzz' },
    );
    expect(await screen.findByText('No session has this ID.')).toBeVisible();
    const id = screen.getByRole('textbox', { name: 'Session ID' });
    await user.clear(id);
    await user.type(id, 'N2F0A17C4B93D201{Enter}');
    // It is not that of the address: it may go again.
    await user.click(await screen.findByRole('button', { name: 'Remove session' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Session ID' })).toHaveFocus());
    await user.type(title(), 'T');
    await user.type(await text(), 'D');
    await user.click(send());
    await waitFor(() => expect(created(calls)).toHaveLength(1));
    expect(created(calls)[0]).not.toHaveProperty('sessionId');
  });

  it('says when no session has the id, lets choose among several, and sends no id that was not found', async () => {
    let rows = [] as ReturnType<typeof aRow>[];
    const { user, calls } = show({ searchSessions: () => rows });
    await user.type(title(), 'T');
    await user.type(await text(), 'D');
    await user.type(screen.getByRole('textbox', { name: 'Session ID' }), 'wrong');
    await user.click(send());
    expect(await screen.findByText('No session has this ID.')).toBeVisible();
    expect(created(calls)).toEqual([]);
    rows = [aRow(), aRow({ id: '0190a7de-0000-7000-8000-000000000002', aamsTicketId: 'N-OTHER' })];
    await user.clear(screen.getByRole('textbox', { name: 'Session ID' }));
    await user.type(screen.getByRole('textbox', { name: 'Session ID' }), 'twice{Enter}');
    await user.click(await screen.findByRole('button', { name: /N-OTHER/ }));
    await user.click(send());
    await waitFor(() =>
      expect(created(calls)).toMatchObject([{ sessionId: '0190a7de-0000-7000-8000-000000000002' }]),
    );
  });

  it('[ERR-063][ERR-064] says when integrations or games cannot be read', async () => {
    show({ listIntegrations: new Refusal(500), listGames: new Refusal(500) });
    for (const what of ['integrations', 'games']) {
      await waitFor(() =>
        expect(toast).toHaveBeenCalledWith(
          'error',
          `Something went wrong getting ${what}, please try again.`,
        ),
      );
    }
  });

  it('[ERR-061] keeps what was typed when it cannot be sent, and shows what the server says of a field', async () => {
    let refusal = new Refusal(500);
    const { user, onOpen } = show({ createTicket: () => refusal });
    await user.type(title(), 'T');
    await user.type(await text(), 'D');
    await user.click(send());
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', 'Something went wrong creating ticket, please try again.', {
        error: expect.any(Error),
      }),
    );
    expect(title()).toHaveValue('T');
    expect(await text()).toHaveValue('D');
    refusal = new Refusal(422, 'x', { fields: { gameId: 'Alpina does not offer this game.' } });
    await user.click(send());
    expect(await screen.findByText('Alpina does not offer this game.')).toBeVisible();
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('[TICK-20][ERR-065] sends its files after it, and again those that failed, without a second ticket', async () => {
    let isDown = true;
    const uploads = answerUploads(({ file }) =>
      isDown && file.name === 'b.zip' ? { status: 500 } : { status: 200, body: {} },
    );
    const { user, calls, onOpen } = show();
    await user.type(title(), 'T');
    await user.type(await text(), 'D');
    await user.upload(screen.getByLabelText('Add files'), [
      new File(['a'], 'a.png'),
      new File(['b'], 'b.zip'),
    ]);
    await user.click(send());
    const files = await screen.findByRole('list', { name: 'Attachments' });
    expect(await within(files).findByText('Not sent')).toBeVisible();
    expect(within(files).getByText('Sent')).toBeVisible();
    expect(onOpen).not.toHaveBeenCalled();
    expect(title()).toBeDisabled();
    expect(toast).toHaveBeenCalledWith(
      'error',
      'Something went wrong submitting media, please try again.',
      {},
    );
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Send files again' }));
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith(40));
    expect(uploads.map(({ path, file }) => [path, file.name])).toEqual([
      ['/api/tickets/40/media', 'a.png'],
      ['/api/tickets/40/media', 'b.zip'],
      ['/api/tickets/40/media', 'b.zip'],
    ]);
    expect(created(calls)).toHaveLength(1);
  });

  it('asks before what was typed is left', async () => {
    const { user, router } = show();
    await user.type(title(), 'T');
    void router.navigate({ to: '/elsewhere' as '/' });
    const dialog = await screen.findByRole('dialog', { name: 'Leave without sending?' });
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(title()).toHaveValue('T');
    expect(router.state.location.pathname).toBe('/');
  });
});
