import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../test/answer-calls.ts';
import { field, loaded, picture, renderEditor, save } from '../../test/edit-screen.tsx';
import { readPictures } from '../../test/pictures.ts';
import { setViewport } from '../../test/viewport.ts';

beforeEach(() => {
  notifications.clean();
  readPictures({ width: 1242, height: 1464 });
  vi.stubGlobal('scrollTo', () => {});
});

describe('the edit screen', () => {
  it('[EDIT-01][OPEN-36][API-007] loads the game with media and integrations, and its documents', async () => {
    const { calls } = renderEditor();
    await field('Name');
    expect(calls.slice(0, 2)).toEqual([
      { endpoint: 'getGame', path: '/api/games/7', query: { with: 'game_media,integrations' } },
      { endpoint: 'listCertificates', path: '/api/certificates', query: { gameId: '7' } },
    ]);
  });

  it('tells its title from that of the game page', async () => {
    renderEditor();
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Wolves of Skadi' })).toBeVisible();
    expect(document.title).toBe('Edit Wolves of Skadi · Ludus Hub');
  });

  it('says that a game has no documents yet', async () => {
    renderEditor({ listCertificates: [] });
    expect(await screen.findByText('No documents yet')).toBeVisible();
  });

  it('has a button on a phone that fits beside the title', async () => {
    setViewport(390);
    renderEditor();
    expect(await screen.findByRole('button', { name: 'Save changes' })).toHaveTextContent(/^Save$/);
    setViewport(1366);
  });

  it('[EDIT-02] leads back to the game', async () => {
    renderEditor();
    await field('Name');
    expect(screen.getByRole('link', { name: 'Back to game' })).toHaveAttribute('href', '/game/7');
  });

  it('[EDIT-03] fills every field from the game', async () => {
    renderEditor();
    const shown = {
      Name: 'Wolves of Skadi',
      Subtitle: 'Ways 4.096',
      Slug: 'wolves_of_skadi',
      'Max win': '12.500',
      'Max bet': '100,00',
      'Min bet': '0,20',
      Lines: '4.096',
      Reels: '6',
      Rows: '4',
      Format: 'HTML5',
      'Release date': '12/06/2025',
    };
    for (const [label, value] of Object.entries(shown)) expect(await field(label), label).toHaveValue(value);
    expect(screen.getByRole('combobox', { name: 'Type' })).toHaveValue('SLOT MACHINE');
    expect(screen.getByRole('combobox', { name: 'Pay type' })).toHaveValue('Ways');
    for (const name of ['Mobile', 'Desktop']) expect(screen.getByRole('checkbox', { name })).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Buy bonus' })).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Is in Dev' })).not.toBeChecked();
    expect(screen.getByRole('switch', { name: 'Has Demo' })).toBeChecked();
  });

  it('says that the server cannot be reached, and loads again', async () => {
    let fails = true;
    const { user } = renderEditor({ getGame: () => (fails ? new Refusal(500) : loaded()) });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /Error trying to connect to the server\. ?Reload page to try again\./,
    );
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await field('Name')).toBeVisible();
  });

  it('[FORM-17][FORM-18] has seven description tabs, two of them enabled', async () => {
    const { user } = renderEditor();
    const tabs = within(await screen.findByRole('tablist', { name: 'Description' })).getAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'English',
      'Italian',
      'Chinese',
      'Japanese',
      'Korean',
      'Spanish',
      'French',
    ]);
    expect(tabs.filter((tab) => !tab.hasAttribute('disabled')).map((tab) => tab.textContent)).toEqual([
      'English',
      'Italian',
    ]);
    await user.click(screen.getByRole('tab', { name: 'Italian' }));
    expect(screen.getByLabelText('Description in Italian')).toHaveValue(
      'In alto, fra i passi gelati, la cacciatrice alleva i suoi lupi.',
    );
  });

  it('[FORM-08] hides the lines for Scatter and Tumble and sends 0', async () => {
    const { user, named } = renderEditor();
    await user.click(await screen.findByRole('combobox', { name: 'Pay type' }));
    await user.click(screen.getByRole('option', { name: 'Scatter' }));
    expect(screen.queryByLabelText('Lines')).toBeNull();
    await user.click(save());
    await waitFor(() =>
      expect(named('updateGame')[0]?.body).toMatchObject({ pay_method: 'Scatter', lines: 0 }),
    );
  });

  it('[OPEN-30][CONST-04] offers N/A and 1 to 10 as volatility, and the documented types and pay methods', async () => {
    const { user } = renderEditor();
    const optionsOf = async (name: string) => {
      await user.click(await screen.findByRole('combobox', { name }));
      return screen.getAllByRole('option').map((option) => option.textContent);
    };
    expect(await optionsOf('Volatility')).toEqual([
      'N/A',
      ...Array.from({ length: 10 }, (_u, n) => `${n + 1}/10`),
    ]);
    await user.keyboard('{Escape}');
    expect(await optionsOf('Type')).toEqual(['SLOT MACHINE', 'ROULETTE', 'UNKNOW']);
    await user.keyboard('{Escape}');
    expect(await optionsOf('Pay type')).toEqual(['Paylines', 'Scatter', 'Ways', 'Tumble']);
  });
});

describe('pictures', () => {
  it('[FORM-11][FORM-12][CONST-01] are converted to WebP and show their size, green when it is the recommended one', async () => {
    const { user } = renderEditor();
    await user.upload(
      await screen.findByLabelText('Choose a file: Main image', { selector: 'input' }),
      picture('new.png'),
    );
    expect((await screen.findAllByText('1242 × 1464'))[0]).toHaveAttribute('data-fit', 'true');
    expect(screen.getByText('900 × 300')).toHaveAttribute('data-fit', 'false');
    for (const text of ['Recommended 1242 × 1464', 'Recommended 1833 × 686', 'Recommended 1152 × 80'])
      expect(screen.getByText(text)).toBeVisible();
  });

  it('[ERR-007][FORM-09] of another kind are refused with a toast', async () => {
    renderEditor();
    const input = await screen.findByLabelText('Choose a file: Banner', { selector: 'input' });
    const zone = input.parentElement as HTMLElement;
    fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [new File(['x'], 'drawing.svg')] } });
    const refusal = await screen.findByText('Wrong file extension');
    expect(refusal.closest('[data-position]')).toHaveAttribute('data-position', 'top-right');
  });

  it('[FORM-10][FORM-14] are offered as png, jpeg and webp, several for the gallery', async () => {
    renderEditor();
    const main = await screen.findByLabelText('Choose a file: Main image', { selector: 'input' });
    expect(main).toHaveAttribute('accept', 'image/png,image/jpeg,image/webp');
    const images = screen.getByLabelText('Choose a file: Gallery images', { selector: 'input' });
    expect(images).toHaveAttribute('multiple');
  });

  it('that cannot be read are told of by name', async () => {
    const { user } = renderEditor();
    const input = await screen.findByLabelText('Choose a file: Banner', { selector: 'input' });
    await user.upload(input, picture('broken.png'));
    expect(await screen.findByText('broken.png is not a valid image.')).toBeVisible();
  });
});
