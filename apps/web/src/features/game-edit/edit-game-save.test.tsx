import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../test/answer-calls.ts';
import { answerUploads } from '../../test/answer-uploads.ts';
import {
  alpina,
  editedMedia,
  field,
  loaded,
  picture,
  renderEditor,
  save,
  sheet,
} from '../../test/edit-screen.tsx';
import { aGame, aLink } from '../../test/games.ts';
import { readPictures } from '../../test/pictures.ts';

beforeEach(() => {
  notifications.clean();
  readPictures({ width: 1242, height: 1464 });
  vi.stubGlobal('scrollTo', () => {});
});

describe('saving', () => {
  it('[EDIT-17][API-010][OPEN-39] sends the update, then goes to the game', async () => {
    const { user, named, onSaved } = renderEditor();
    await user.clear(await field('RTP'));
    await user.type(await field('RTP'), '96,456');
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    const [update] = named('updateGame');
    expect(update?.query).toEqual({});
    expect(update?.body).toEqual({
      id: 7,
      name: 'Wolves of Skadi',
      sub_name: 'Ways 4.096',
      slug: 'wolves_of_skadi',
      externalIdentifier: aGame().externalIdentifier,
      rtp: 96.46,
      rtp_std_dev: 9.4,
      rtp_since: '2026-03-02',
      volatility: aGame().volatility,
      hit_frequency: aGame().hit_frequency,
      max_multiplier_win: 12_500,
      type: 'SLOT MACHINE',
      propertiesData: { 'Bonus trigger': '4 runes' },
      description_en: aGame().description_en,
      description_it: aGame().description_it,
      release_date: '2025-06-12',
      supportedPlatforms: { mobile: true, desktop: true },
      integrations: [alpina],
      format: 'HTML5',
      max_bet: 100,
      min_bet: 0.2,
      lines: 4096,
      reels: 6,
      gameRows: 4,
      isBuyBonus: true,
      isDev: false,
      isDemo: true,
      max_exposure: 1_250_000,
      integrationsToAdd: [],
      integrationsToDelete: [],
      pay_method: 'Ways',
      isCatalog: true,
      updatedAt: '2025-04-28T09:00:00.000Z',
    });
  });

  it('[OPEN-39] names the game storage for a game that has a provider id', async () => {
    const { user, named } = renderEditor({ getGame: loaded({ providerId: 'p-1' }) });
    await field('Name');
    await user.click(save());
    await waitFor(() => expect(named('updateGame')[0]?.query).toEqual({ providerName: 'gamestorage' }));
  });

  it('[OPEN-33][FORM-01] sends nothing that is wrong: messages beside the fields, what was typed stays', async () => {
    const { user, named } = renderEditor();
    await user.clear(await field('Name'));
    await user.clear(await field('RTP'));
    await user.type(await field('RTP'), '101');
    await user.click(save());
    expect(await screen.findByText('Enter a name.')).toBeVisible();
    expect(screen.getByText('Enter a value between 0 and 100.')).toBeVisible();
    expect(await field('RTP')).toHaveValue('101');
    expect(await field('Name')).toHaveFocus();
    expect(named('updateGame')).toEqual([]);
    await user.type(await field('Name'), 'A');
    expect(screen.queryByText('Enter a name.')).toBeNull();
  });

  it('[OPEN-33] shows what the server says beside the field it is about', async () => {
    const refusal = new Refusal(409, 'Taken.', {
      code: 'conflict',
      fields: { slug: 'This slug is already in use.' },
    });
    const { user, onSaved } = renderEditor({ updateGame: refusal });
    await user.type(await field('Slug'), '_2');
    await user.click(save());
    expect(await screen.findByText('This slug is already in use.')).toBeVisible();
    expect(await field('Slug')).toHaveValue('wolves_of_skadi_2');
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('[EDIT-04][EDIT-05][EDIT-06][EDIT-07][EDIT-17] deletes, uploads and sets addresses after the update', async () => {
    const { user, calls, onSaved } = renderEditor();
    const seen = answerUploads(() => ({ status: 200, body: editedMedia[0] }));
    await user.upload(
      await screen.findByLabelText('Choose a file: Main image', { selector: 'input' }),
      picture('new.png'),
    );
    expect(await screen.findByText('1242 × 1464')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove one.webp' }));
    await user.upload(
      screen.getByLabelText('Choose a file: Gallery videos', { selector: 'input' }),
      new File(['v'], 'clip.mp4', { type: 'video/mp4' }),
    );
    await user.click(screen.getByLabelText('Promo assets URL'));
    await user.paste('https://assets.example/b');
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    const order = calls.map((call) => call.path).filter((path) => /update|media/.test(path));
    expect(order).toEqual([
      '/api/games/update/7',
      '/api/games/media/delete/3',
      '/api/games/media/delete/1',
      '/api/games/media/url/7',
    ]);
    expect(seen.map(({ fields, file }) => [fields, file.name])).toEqual([
      [{ isMainImage: 'true', mediaType: 'gallery', type: 'file' }, 'new.webp'],
      [{ mediaType: 'gallery', type: 'file' }, 'clip.mp4'],
    ]);
  });

  it('[EDIT-17] keeps what did not go up, says so, and repeats only that', async () => {
    let isDown = true;
    const seen = answerUploads((one) =>
      isDown && one.file.name === 'b.webp'
        ? { status: 500, body: {} }
        : { status: 200, body: editedMedia[0] },
    );
    const { user, onSaved } = renderEditor();
    const input = await screen.findByLabelText('Choose a file: Gallery images', { selector: 'input' });
    await user.upload(input, [picture('a.png'), picture('b.png')]);
    await screen.findByRole('button', { name: 'Remove b.webp' });
    await user.click(save());
    expect(await screen.findByText('Something wrong, please try again')).toBeVisible();
    expect(onSaved).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Remove a.webp' })).toBeNull();
    expect(screen.getByText('Not uploaded')).toBeVisible();
    isDown = false;
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(seen.map((one) => one.file.name)).toEqual(['a.webp', 'b.webp', 'b.webp']);
  });

  it('[EDIT-17] shows both versions when someone else saved meanwhile, and saves the chosen one', async () => {
    const theirs = loaded({ name: 'Wolves of Hati', volatility: 10, updatedAt: '2026-11-20T10:00:00.000Z' });
    let isStale = true;
    let isFirst = true;
    const { user, named, onSaved } = renderEditor({
      getGame: () => {
        const game = isFirst ? loaded() : theirs;
        isFirst = false;
        return game;
      },
      updateGame: () => (isStale ? new Refusal(409, 'Saved meanwhile.', { code: 'conflict' }) : loaded()),
    });
    await user.clear(await field('Name'));
    await user.type(await field('Name'), 'Wolves of Skoll');
    await user.click(save());
    const dialog = await screen.findByRole('dialog', {
      name: 'Someone else saved this game in the meantime',
    });
    const name = within(dialog).getByRole('group', { name: 'Name' });
    expect(name).toHaveTextContent('Wolves of Skoll');
    expect(name).toHaveTextContent('Wolves of Hati');
    expect(within(name).getByRole('radio', { name: /Keep mine/ })).toBeChecked();
    const volatility = within(dialog).getByRole('group', { name: 'Volatility' });
    expect(within(volatility).getByRole('radio', { name: /Use theirs/ })).toBeChecked();
    isStale = false;
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(named('updateGame').at(-1)?.body).toMatchObject({
      name: 'Wolves of Skoll',
      volatility: 10,
      updatedAt: '2026-11-20T10:00:00.000Z',
    });
  });

  it('asks before what was typed is left behind', async () => {
    const { user, router } = renderEditor();
    await user.type(await field('Name'), '!');
    await user.click(screen.getByRole('link', { name: 'Back to game' }));
    expect(await screen.findByText('Leave without saving?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(router.history.location.pathname).toBe('/editGame/7');
    await user.click(screen.getByRole('link', { name: 'Back to game' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.history.location.pathname).toBe('/game/7'));
  });
});

describe('integrations, documents and deletion', () => {
  it('[EDIT-09][EDIT-10][EDIT-11] are assigned and removed with the save', async () => {
    const { user, named } = renderEditor();
    await user.click(await screen.findByRole('button', { name: 'Assign Baltica' }));
    await user.click(screen.getByRole('button', { name: 'Remove Alpina' }));
    const assigned = screen.getByRole('region', { name: 'Assigned' });
    expect(within(assigned).getByText('Baltica')).toBeVisible();
    expect(
      within(screen.getByRole('region', { name: 'Available to assign' })).getByText('Alpina'),
    ).toBeVisible();
    await user.click(save());
    await waitFor(() =>
      expect(named('updateGame')[0]?.body).toMatchObject({
        integrationsToAdd: [4],
        integrationsToDelete: [3],
      }),
    );
  });

  it('[OPEN-38] leave an integration in place that plays the game', async () => {
    renderEditor({ getGame: loaded({ integrations: [aLink('active')] }) });
    expect(await screen.findByTitle("Alpina activated this game, so it can't be removed.")).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Alpina' })).toBeNull();
  });

  it('[EDIT-13][EDIT-14][EDIT-15][ERR-012] add a document: Save waits for a file, the name is optional', async () => {
    const seen = answerUploads(() => ({ status: 200, body: sheet }));
    const { user } = renderEditor();
    await user.click(await screen.findByRole('button', { name: 'Add document' }));
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(screen.getByLabelText('Name', { selector: 'fieldset input' })).toHaveAttribute(
      'placeholder',
      'Same as the file',
    );
    await user.upload(screen.getByLabelText('Choose a file'), new File(['x'], 'rtp.pdf'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Document added successfully')).toBeVisible();
    expect(seen).toMatchObject([
      { path: '/api/certificates/create', fields: { isGeneral: 'false', gameId: '7' } },
    ]);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('[EDIT-14] drop a document that was not saved', async () => {
    const { user } = renderEditor();
    await user.click(await screen.findByRole('button', { name: 'Add document' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('[EDIT-16][ERR-011] delete a document after Yes, and keep it after No', async () => {
    const { user, named } = renderEditor();
    await user.click(await screen.findByRole('button', { name: 'Delete Rules' }));
    await user.click(await screen.findByRole('button', { name: 'No' }));
    expect(named('deleteCertificate')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Delete Rules' }));
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Document deleted with success!')).toBeVisible();
    expect(named('deleteCertificate').map((call) => call.path)).toEqual(['/api/certificates/delete/11']);
  });

  it('[EDIT-18][EDIT-19][ERR-009] delete the game after Confirm, and keep it after Cancel', async () => {
    const { user, named, onDeleted } = renderEditor();
    await user.click(await screen.findByRole('button', { name: 'Delete Game' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(named('deleteGame')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete Game' }));
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Game deleted')).toBeVisible();
    expect(onDeleted).toHaveBeenCalledOnce();
  });

  it('[ERR-010] say why a game was not deleted', async () => {
    const text = "You can't delete a game that is in use by an integration.";
    const { user, onDeleted } = renderEditor({ deleteGame: new Refusal(409, text, { code: 'conflict' }) });
    await user.click(await screen.findByRole('button', { name: 'Delete Game' }));
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('[EDIT-20][OPEN-24] offer no deletion of a game in use', async () => {
    renderEditor({ getGame: loaded({ integrations: [aLink('active')] }) });
    await field('Name');
    expect(screen.queryByRole('button', { name: 'Delete Game' })).toBeNull();
  });
});
