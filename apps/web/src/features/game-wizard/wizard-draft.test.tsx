import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryFiles } from '../../lib/file-store.ts';
import { answerUploads } from '../../test/answer-uploads.ts';
import { aMedium } from '../../test/games.ts';
import { named, openDesk, picture, renderWizard, submitWithPictures } from '../../test/wizard-screen.tsx';
import type { DraftFile } from './draft.ts';

beforeEach(openDesk);

describe('a created game of which a file was refused', () => {
  it('[OPEN-34] says why, and offers no way back and nothing that cannot succeed', async () => {
    named();
    const reason = 'An image can have at most 50 megapixels.';
    answerUploads((one) =>
      one.file.name === 'b.webp'
        ? { status: 413, body: { message: reason, code: 'too_large' } }
        : { status: 200, body: aMedium() },
    );
    const { user, onCreated } = renderWizard({ from: 2 });
    await submitWithPictures(user);
    expect(await screen.findByText(`Not uploaded: ${reason}`)).toBeVisible();
    expect(screen.getByText('a.webp').nextElementSibling).toHaveTextContent('Uploaded');
    expect(screen.queryByRole('tab')).toBeNull();
    for (const name of ['Try again', 'Previous', 'Start over'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByText(/^Saved on this device/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open game' }));
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(90));
  });
});

describe('the draft', () => {
  it('[WIZ-24][OPEN-35] survives a reload, its files too', async () => {
    const files = memoryFiles<DraftFile>();
    named();
    const first = renderWizard({ from: 2, files });
    await first.user.upload(
      await screen.findByLabelText('Choose a file: Gallery images', { selector: 'input' }),
      [picture('a.png'), picture('b.png')],
    );
    await screen.findByText('b.webp');
    await waitFor(async () => expect(await files.all()).toHaveLength(2));
    expect(JSON.parse(localStorage.getItem('ludus.new-game') ?? '')).toMatchObject({
      values: { name: 'Big Bass Run', slug: 'bass_run_2' },
    });
    first.unmount();
    renderWizard({ from: 2, files });
    const gallery = await screen.findByRole('list', { name: 'Gallery images' });
    expect(
      within(gallery)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['a.webpNew', 'b.webpNew']);
  });

  it('[OPEN-35] says that files are on their way to this device, and when it has no place for them', async () => {
    let answer = (_isKept: boolean) => {};
    const files = {
      ...memoryFiles<DraftFile>(),
      put: vi.fn(
        () =>
          new Promise<void>((resolve, reject) => {
            answer = (isKept) => (isKept ? resolve() : reject(new Error('QuotaExceededError')));
          }),
      ),
    };
    named();
    const { user } = renderWizard({ from: 2, files });
    const add = async (name: string) =>
      user.upload(
        await screen.findByLabelText('Choose a file: Gallery images', { selector: 'input' }),
        picture(name),
      );
    const leaving = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented ? 'asks' : 'goes';
    };
    await add('a.png');
    expect(await screen.findByText('Saving files on this device...')).toBeVisible();
    await waitFor(() => expect(leaving()).toBe('asks'));
    // The screen says so before the first byte is kept.
    await waitFor(() => expect(files.put).toHaveBeenCalledTimes(1));
    answer(true);
    const saved = await screen.findByText('Saved on this device');
    expect(saved).toBeVisible();
    expect(saved.closest('header')).toHaveTextContent('Step 2 of 4: Media');
    await waitFor(() => expect(leaving()).toBe('goes'));
    await add('b.png');
    await screen.findByText('Saving files on this device...');
    await waitFor(() => expect(files.put).toHaveBeenCalledTimes(2));
    answer(false);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^ ?Not enough storage in this browser/);
    expect(screen.queryByText(/^Sav(?:ed|ing)/)).toBeNull();
  });

  it('is forgotten when one starts over', async () => {
    named();
    const { user } = renderWizard({ from: 3 });
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    await user.click(await screen.findByRole('button', { name: 'Discard draft' }));
    expect(await screen.findByLabelText('Slug')).toHaveValue('');
  });
});
