import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../test/answer-calls.ts';
import { answerUploads } from '../../test/answer-uploads.ts';
import { aGame, aMedium } from '../../test/games.ts';
import { setViewport } from '../../test/viewport.ts';
import {
  named,
  next,
  openDesk,
  picture,
  renderWizard,
  submitWithPictures,
  tab,
} from '../../test/wizard-screen.tsx';
import { draftTexts, emptyDraft } from './draft.ts';

beforeEach(openDesk);

describe('the wizard', () => {
  it('[WIZ-03][WIZ-04] has four steps, moved through by their tabs and by Previous and Next', async () => {
    named();
    const { user } = renderWizard();
    const tabs = await screen.findByRole('tablist', { name: 'Steps' });
    expect(
      within(tabs)
        .getAllByRole('tab')
        .map((one) => one.textContent),
    ).toEqual(['1Name', '2Media optional', '3Info optional', '4Preview']);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await tab('Media')).toHaveAttribute('aria-selected', 'true');
    await user.click(await tab('Info'));
    expect(screen.getByLabelText('RTP')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await tab('Media')).toHaveAttribute('aria-selected', 'true');
    await user.click(await tab('Preview'));
    expect(screen.getByRole('button', { name: 'Submit data' })).toBeVisible();
  });

  it('[WIZ-02] says that the server failed, and loads again', async () => {
    let fails = true;
    const { user } = renderWizard({
      answers: { listGames: () => (fails ? new Refusal(500) : { rows: [] }) },
    });
    await screen.findByText('Error trying to connect to the server.');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByLabelText('Slug')).toBeVisible();
  });

  it('[OPEN-33] does not leave step 1 without a slug, a name, or with a slug another game has', async () => {
    const { user } = renderWizard();
    await user.click(await tab('Info'));
    expect(await screen.findByText('Enter a name.')).toBeVisible();
    expect(screen.getByText('Enter a slug.')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Aztec Gold');
    expect(screen.getByLabelText('Slug')).toHaveValue('aztec_gold');
    await user.click(next());
    expect(await screen.findByText('This slug is already in use.')).toBeVisible();
    await user.type(screen.getByLabelText('Slug'), '_2');
    await user.click(next());
    expect(await tab('Media')).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the preview of the page', () => {
  it('has a place for each part that is missing, and nothing of a stored game', async () => {
    renderWizard({ from: 4 });
    expect(await screen.findByText('The banner appears here')).toBeVisible();
    for (const part of ['The description appears here', 'Pictures and videos appear here', 'Not saved yet'])
      expect(screen.getByText(part)).toBeVisible();
    expect(screen.queryByText('Active')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Demo unavailable' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Slug/ })).toBeNull();
    expect(screen.queryByText('N/A')).toBeNull();
  });

  it('lists what is missing step by step, and leads to each', async () => {
    const { user } = renderWizard({ from: 4 });
    const list = within(await screen.findByRole('region', { name: 'To fix before you submit' }));
    expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'NameFill in or correct Name and Slug.Go to step 1',
      'MediaMain image, Banner, Mini banner, GalleryGo to step 2',
      'InfoRTP, Volatility, Hit frequency, Max win, Min bet, Max bet, Release date, DescriptionGo to step 3',
    ]);
    await user.click(list.getByRole('button', { name: 'Go to step 2' }));
    expect(await tab('Media')).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the preview of the catalogue', () => {
  const previewed = () => within(screen.getByRole('region', { name: 'In the catalog' }));

  // Beneath the first form, across both columns.
  const listed = () => within(screen.getByRole('region', { name: 'In the list of the catalog' }));

  it('shows card and row with what is typed and uploaded, in each step before the last', async () => {
    const { user } = renderWizard();
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Night Owl');
    await user.type(screen.getByLabelText('Subtitle'), 'Ways');
    for (const part of [previewed(), listed()])
      for (const text of ['Night Owl', 'Ways']) expect(part.getAllByText(text)).toHaveLength(1);
    await user.click(next());
    await waitFor(() => expect(previewed().getAllByText('Night Owl')).toHaveLength(2));
    await user.upload(
      await screen.findByLabelText('Choose a file: Main image', { selector: 'input' }),
      picture('cover.png'),
    );
    await waitFor(() =>
      expect(document.querySelector('[inert] img')).toHaveAttribute('src', expect.stringMatching(/^blob:/)),
    );
    await user.click(next());
    await user.type(await screen.findByLabelText('RTP'), '96,5');
    expect(previewed().getByText('96')).toBeInTheDocument();
    await user.click(next());
    expect(screen.queryByRole('region', { name: 'In the catalog' })).toBeNull();
  });

  it('shows only what there is: nothing before a name, and no figure before it is entered', async () => {
    const { user } = renderWizard();
    const name = await screen.findByRole('textbox', { name: 'Name' });
    expect(previewed().getByText('Fills in as you type.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull();
    expect(document.querySelector('[inert] table')).toBeNull();
    await user.type(name, 'Night Owl');
    expect(screen.getByRole('button', { name: 'Start over' })).toBeVisible();
    expect(document.querySelector('[inert] table')).toHaveTextContent(/^Night Owl$/);
    expect(document.querySelector('[inert] [role="img"]')).toBeNull();
  });

  it('keeps the hint of the slug beside what is wrong with it', async () => {
    const { user } = renderWizard();
    await screen.findByLabelText('Slug');
    await user.click(next());
    expect(screen.getByLabelText('Slug')).toBeInvalid();
    expect(screen.getByText(/^Made from the name\. Unique; letters/)).toBeVisible();
  });

  it('shows the newest games with art beside the draft, and its place before there is one', async () => {
    const art = [aMedium({ isMainImage: true }), aMedium({ id: 2, isMiniBanner: true })];
    const rows = [
      aGame({ id: 31, name: 'Old Sun', createdAt: '2026-01-01T00:00:00.000Z', game_media: art }),
      aGame({ id: 32, name: 'New Moon', createdAt: '2026-03-01T00:00:00.000Z', game_media: art }),
      aGame({ id: 33, name: 'Bare', createdAt: '2026-04-01T00:00:00.000Z', game_media: [] }),
      aGame({ id: 34, name: 'In the making', isDev: true, game_media: art }),
    ];
    const { user } = renderWizard({ answers: { listCatalog: { rows } } });
    await waitFor(() => expect(previewed().getByText('New Moon')).toBeInTheDocument());
    expect(listed().getByText('New Moon')).toBeInTheDocument();
    const names = () =>
      [...document.querySelectorAll('[inert] a')].map(
        (link) => link.querySelector('[class*=name]')?.textContent,
      );
    expect(names()).toEqual(['New Moon', 'Old Sun', 'New Moon', 'Old Sun']);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Night Owl');
    expect(names()).toEqual(['Night Owl', 'New Moon', 'Old Sun', 'Night Owl', 'New Moon', 'Old Sun']);
  });

  it('is a card beside the first form of a tablet, and a row above the wider ones', async () => {
    setViewport(768);
    named();
    const { user } = renderWizard();
    await screen.findByRole('textbox', { name: 'Name' });
    for (const part of [previewed(), listed()]) expect(part.getByText('Big Bass Run')).toBeInTheDocument();
    await user.click(next());
    await tab('Media');
    await waitFor(() => expect(previewed().getAllByText('Big Bass Run')).toHaveLength(1));
    expect(document.querySelector('[inert] table')).toHaveTextContent('Big Bass Run');
  });

  it('is folded below the form of a phone', async () => {
    setViewport(390);
    named();
    renderWizard();
    const slug = await screen.findByLabelText('Slug');
    const folded = screen.getByText('In the catalog').closest('details');
    expect(folded).not.toHaveAttribute('open');
    expect(slug.compareDocumentPosition(folded as Element) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(
      (folded as Element).compareDocumentPosition(next()) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
  });
});

describe('step 1', () => {
  it('[WIZ-05][WIZ-06][WIZ-07][WIZ-10] picks a slug from storage, sorted and searched, which names the game', async () => {
    const { user } = renderWizard();
    await user.click(await screen.findByRole('radio', { name: 'Start from storage' }));
    await user.click(next());
    expect(await screen.findByText('Enter a slug.')).toBeVisible();
    expect(screen.queryByRole('option')).toBeNull();
    const list = screen.getByRole('combobox', { name: 'Slug from storage' });
    await user.click(list);
    expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['big_bass_run', 'wild_fox']);
    await user.type(list, 'bass');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await user.click(screen.getByRole('option', { name: 'big_bass_run' }));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Big Bass Run');
    expect(screen.queryByText(/Based on/)).toBeNull();
    await user.click(next());
    expect(await screen.findByText(/^Based on/)).toHaveTextContent('Based on big_bass_run from storage');
  });

  it('[WIZ-05][WIZ-08] asks for the name first, and proposes a slug until one is typed', async () => {
    const { user } = renderWizard();
    const name = await screen.findByRole('textbox', { name: 'Name' });
    const slug = screen.getByRole('textbox', { name: 'Slug' });
    expect(screen.getAllByRole('textbox')).toEqual([
      name,
      screen.getByRole('textbox', { name: 'Subtitle' }),
      slug,
    ]);
    await user.type(name, 'Città d’Oro');
    expect(slug).toHaveValue('citta_d_oro');
    await user.type(slug, '_2');
    await user.type(name, ' Deluxe');
    expect(slug).toHaveValue('citta_d_oro_2');
    expect(name).toHaveValue('Città d’Oro Deluxe');
  });

  it('[WIZ-05] leaves the slug of the storage alone when the name changes', async () => {
    const { user } = renderWizard();
    await user.click(await screen.findByRole('radio', { name: 'Start from storage' }));
    await user.click(screen.getByRole('combobox', { name: 'Slug from storage' }));
    await user.click(screen.getByRole('option', { name: 'wild_fox' }));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' II');
    expect(draftTexts.get().values).toMatchObject({ name: 'Wild Fox II', slug: 'wild_fox' });
  });

  it('[WIZ-10] shows no base for a new slug', async () => {
    named();
    renderWizard({ from: 2 });
    await tab('Media');
    expect(screen.queryByText(/Based on/)).toBeNull();
  });

  it('[WIZ-08][WIZ-09] clears slug, name and sub name with the mode', async () => {
    named();
    const { user } = renderWizard();
    await user.type(await screen.findByLabelText('Subtitle'), 'Ways');
    await user.click(screen.getByRole('radio', { name: 'Start from storage' }));
    await user.click(screen.getByRole('radio', { name: 'Start empty' }));
    for (const name of ['Slug', 'Name', 'Subtitle'])
      expect(screen.getByRole('textbox', { name })).toHaveValue('');
  });
});

describe('step 2', () => {
  it('[WIZ-11][WIZ-12][WIZ-13][WIZ-14] takes pictures, videos and addresses, each removable', async () => {
    named();
    const { user, container } = renderWizard({ from: 2 });
    for (const size of ['1242 × 1464', '1833 × 686', '1152 × 80'])
      expect(await screen.findByText(`Recommended ${size}`)).toBeVisible();
    expect(screen.getAllByText('Example')).toHaveLength(3);
    expect(container.querySelectorAll('[data-slot] img')).toHaveLength(3);
    for (const label of ['Docs URL', 'Promo assets URL']) expect(screen.getByLabelText(label)).toBeVisible();
    const images = screen.getByLabelText('Choose a file: Gallery images', { selector: 'input' });
    expect(images).toHaveAttribute('accept', 'image/png,image/jpeg');
    await user.upload(images, [picture('a.png'), picture('b.png')]);
    await user.click(await screen.findByRole('button', { name: 'Remove a.webp' }));
    expect(screen.queryByText('a.webp')).toBeNull();
    expect(screen.getByText('b.webp')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove b.webp' }));
    expect(screen.queryByText('b.webp')).toBeNull();
    await user.upload(
      screen.getByLabelText('Choose a file: Mini banner', { selector: 'input' }),
      picture('mini.png'),
    );
    expect(await screen.findByText('1242 × 1464')).toHaveAttribute('data-fit', 'false');
    await user.click(screen.getByRole('button', { name: 'Remove Mini banner' }));
    expect(screen.queryByText('1242 × 1464')).toBeNull();
  });
});

describe('the gallery of step 2', () => {
  const clip = (name: string) => new File(['clip'], name, { type: 'video/mp4' });

  it('[WIZ-12] takes several pictures and several videos at once', async () => {
    named();
    const { user } = renderWizard({ from: 2 });
    const images = await screen.findByLabelText('Choose a file: Gallery images', { selector: 'input' });
    const videos = screen.getByLabelText('Choose a file: Gallery videos', { selector: 'input' });
    expect(images).toHaveAttribute('multiple');
    expect(videos).toHaveAttribute('multiple');
    await user.upload(images, [picture('a.png'), picture('b.png')]);
    await user.upload(videos, [clip('one.mp4'), clip('two.mp4')]);
    for (const name of ['a.webp', 'b.webp', 'one.mp4', 'two.mp4'])
      expect(await screen.findByText(name)).toBeVisible();
    await user.type(screen.getByLabelText('Docs URL'), 'https://files.example.com/docs');
    await user.type(screen.getByLabelText('Promo assets URL'), 'https://files.example.com/promo');
    expect(screen.getByLabelText('Docs URL')).toHaveValue('https://files.example.com/docs');
    expect(screen.getByLabelText('Promo assets URL')).toHaveValue('https://files.example.com/promo');
  });

  it('[WIZ-13] takes what is dropped on it, and lets each item be removed', async () => {
    named();
    const { user } = renderWizard({ from: 2 });
    const drop = async (label: string, files: File[]) => {
      const input = await screen.findByLabelText(`Choose a file: ${label}`, { selector: 'input' });
      fireEvent.drop(input.parentElement ?? input, { dataTransfer: { files, types: ['Files'] } });
    };
    await drop('Gallery images', [picture('a.png'), picture('b.png')]);
    await drop('Gallery videos', [clip('one.mp4'), clip('two.mp4')]);
    const names = ['a.webp', 'b.webp', 'one.mp4', 'two.mp4'];
    for (const name of names) expect(await screen.findByText(name)).toBeVisible();
    for (const name of names) {
      await user.click(screen.getByRole('button', { name: `Remove ${name}` }));
      expect(screen.queryByText(name)).toBeNull();
    }
  });
});

describe('step 3', () => {
  it('[WIZ-15][WIZ-16][WIZ-17][WIZ-18][WIZ-19][WIZ-20][WIZ-21][WIZ-22][CONST-02] starts with the defaults', async () => {
    named();
    const { user } = renderWizard({ from: 3 });
    expect(await screen.findByRole('combobox', { name: 'Volatility' })).toHaveValue('N/A');
    expect(screen.getByRole('combobox', { name: 'Type' })).toHaveValue('SLOT MACHINE');
    expect(screen.getByRole('combobox', { name: 'Pay type' })).toHaveValue('Paylines');
    expect(screen.getByLabelText('Format')).toHaveValue('HTML5');
    for (const label of [
      'RTP',
      'Hit frequency',
      'Max win',
      'Max bet',
      'Min bet',
      'Lines',
      'Reels',
      'Rows',
      'Release date',
    ])
      expect(screen.getByLabelText(label), label).toHaveValue('');
    for (const name of ['Mobile', 'Desktop'])
      expect(screen.getByRole('checkbox', { name })).not.toBeChecked();
    for (const name of ['Buy bonus', 'Is in Dev', 'Has Demo'])
      expect(screen.getByRole('switch', { name })).not.toBeChecked();
    expect(within(screen.getByRole('tablist', { name: 'Description' })).getAllByRole('tab')).toHaveLength(7);
    await user.click(screen.getByRole('button', { name: 'Add field' }));
    await user.type(screen.getByLabelText('Field name'), 'Bonus');
    await user.click(screen.getByRole('button', { name: 'Remove Bonus' }));
    expect(screen.queryByLabelText('Field name')).toBeNull();
  });
});

describe('step 4', () => {
  it('[WIZ-23] shows the game page itself with what was typed', async () => {
    named({
      values: {
        ...emptyDraft.values,
        name: 'Big Bass Run',
        slug: 'big_bass_run',
        rtp: '96,5',
        description_en: 'Fish.',
      },
    });
    renderWizard({ from: 4 });
    expect(await screen.findByRole('heading', { name: 'Big Bass Run' })).toBeVisible();
    expect(screen.getByText('Fish.')).toBeVisible();
    expect(screen.getByText('RTP', { selector: 'dt' }).nextElementSibling).toHaveTextContent('96,50%');
  });

  it('[WIZ-25][WIZ-26][WIZ-27][OPEN-34] creates from storage, sends the media, opens the game and forgets the draft', async () => {
    named({ mode: 'storage', storageId: 20, docsUrl: 'https://docs.example/a' });
    const seen = answerUploads(() => ({ status: 200, body: aMedium() }));
    const { user, calls, created, onCreated, files } = renderWizard({ from: 2 });
    await user.upload(
      await screen.findByLabelText('Choose a file: Main image', { selector: 'input' }),
      picture('cover.png'),
    );
    await screen.findByRole('button', { name: 'Remove Main image' });
    await user.click(await tab('Preview'));
    await user.click(screen.getByRole('button', { name: 'Submit data' }));
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(90));
    expect(created()[0]?.path).toBe('/api/games/create/gamestorage');
    expect(created()[0]?.body).toMatchObject({
      id: 20,
      slug: 'big_bass_run',
      integrations: [],
      isCatalog: true,
    });
    expect(seen).toMatchObject([{ path: '/api/games/media/upload/90', fields: { isMainImage: 'true' } }]);
    expect(calls.find((call) => call.endpoint === 'addGameMediaUrl')?.body).toEqual({
      url: 'https://docs.example/a',
      mediaType: 'docs',
      type: 'url',
    });
    await waitFor(() => expect(draftTexts.get()).toEqual(emptyDraft));
    expect(await files.all()).toEqual([]);
  });

  it('[WIZ-25] creates a game of its own for a new slug', async () => {
    named();
    const { user, created, onAssign } = renderWizard({ from: 4 });
    await user.click(await screen.findByRole('button', { name: 'Submit data' }));
    await waitFor(() => expect(created()).toHaveLength(1));
    expect(created()[0]?.path).toBe('/api/games/create/local');
    expect(created()[0]?.body).not.toHaveProperty('id');
    await user.click(await screen.findByRole('button', { name: 'Show it to integrations' }));
    expect(onAssign).toHaveBeenCalledWith(90);
  });

  it('[ERR-008] says that the game was not created, and keeps everything', async () => {
    named();
    const { user, onCreated } = renderWizard({ from: 4, answers: { createGame: new Refusal(500) } });
    await user.click(await screen.findByRole('button', { name: 'Submit data' }));
    expect(await screen.findByText('Something wrong, please try again')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Submit data' })).toBeEnabled();
    expect(onCreated).not.toHaveBeenCalled();
    expect(draftTexts.get().values.name).toBe('Big Bass Run');
  });

  it('[OPEN-33] leads to the field the server refuses', async () => {
    named();
    const taken = new Refusal(409, 'Taken.', {
      code: 'conflict',
      fields: { slug: 'This slug is already in use.' },
    });
    const { user } = renderWizard({ from: 4, answers: { createGame: taken } });
    await user.click(await screen.findByRole('button', { name: 'Submit data' }));
    expect(await screen.findByText('This slug is already in use.')).toBeVisible();
    expect(screen.getByLabelText('Slug')).toHaveValue('bass_run_2');
  });

  it('[OPEN-33] sends nothing while a step is wrong, and says which', async () => {
    named({ values: { ...emptyDraft.values, name: 'A', slug: 'a', rtp: '101' } });
    const { user, created } = renderWizard({ from: 4 });
    expect(await screen.findByText('Fill in or correct RTP.')).toBeVisible();
    const submit = screen.getByRole('button', { name: 'Submit data' });
    expect(submit).toBeDisabled();
    expect(submit).toHaveAccessibleDescription('Fill in or correct RTP.');
    await user.click(screen.getByRole('button', { name: 'Go to step 3' }));
    expect(await screen.findByText('Enter a value between 0 and 100.')).toBeVisible();
    expect(created()).toEqual([]);
  });

  it('[OPEN-34][ERR-008] keeps the game when a file does not go up, and sends only the rest again', async () => {
    named();
    let isDown = true;
    const seen = answerUploads((one) =>
      isDown && one.file.name === 'b.webp' ? { status: 500, body: {} } : { status: 200, body: aMedium() },
    );
    const { user, created, onCreated } = renderWizard({ from: 2 });
    await submitWithPictures(user);
    expect(await screen.findByText('Something wrong, please try again')).toBeVisible();
    expect(await screen.findByText('Not uploaded')).toBeVisible();
    expect(onCreated).not.toHaveBeenCalled();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(90));
    expect(created()).toHaveLength(1);
    expect(seen.map((one) => one.file.name)).toEqual(['a.webp', 'b.webp', 'b.webp']);
  });
});

describe('a wizard that is left while its game is sent', () => {
  /** Leaves after a.webp has gone up, while b.webp is on its way; `end` completes b.webp. */
  async function leave() {
    let end: (answer: { status: number; body: unknown }) => void = () => {};
    const seen = answerUploads((one, place) =>
      place === 1 && one.file.name === 'b.webp'
        ? new Promise((resolve) => {
            end = resolve;
          })
        : { status: 200, body: aMedium() },
    );
    named();
    const wizard = renderWizard({ from: 2 });
    await submitWithPictures(wizard.user);
    await waitFor(() => expect(seen).toHaveLength(2));
    wizard.unmount();
    return { wizard, seen, end };
  }

  it('[WIZ-26] sends the rest, and leads no one away from where they are by then', async () => {
    const { wizard, end } = await leave();
    end({ status: 200, body: aMedium() });
    await waitFor(() => expect(draftTexts.get()).toEqual(emptyDraft));
    expect(wizard.onCreated).not.toHaveBeenCalled();
    expect(await wizard.files.all()).toEqual([]);
  });

  it('[WIZ-26][OPEN-34] offers only what is missing when one comes back', async () => {
    const { wizard, seen, end } = await leave();
    const again = renderWizard({ from: 4, files: wizard.files });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDisabled();
    end({ status: 500, body: {} });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled());
    await again.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(again.onCreated).toHaveBeenCalledWith(90));
    expect(seen.map((one) => one.file.name)).toEqual(['a.webp', 'b.webp', 'b.webp']);
    expect(again.created()).toEqual([]);
  });
});
