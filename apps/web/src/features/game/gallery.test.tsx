import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { catalogOrder } from '../../domain/game/catalog-order.ts';
import { banner, full, gallery, renderGame } from '../../test/game-screen.tsx';

const galleryButtons = () =>
  within(screen.getByRole('region', { name: 'Gallery' })).getAllByRole('button', {
    name: / of Wolves of Skadi$/,
  });

beforeEach(() => catalogOrder.set([]));

describe('the gallery on the page', () => {
  const many = (count: number) => full({ game_media: [banner, ...gallery(count)] });

  it('[GAME-23] shows six, five beside a fixed sidebar', async () => {
    const narrow = renderGame({ answer: many(9), isSidebarFixed: false });
    await screen.findByRole('region', { name: 'Gallery' });
    expect(galleryButtons()).toHaveLength(6);
    narrow.unmount();
    renderGame({ answer: many(9) });
    await screen.findByRole('region', { name: 'Gallery' });
    expect(galleryButtons()).toHaveLength(5);
  });

  it('[GAME-24][OPEN-28] offers "View more" from six items on, and it opens the viewer', async () => {
    const five = renderGame({ answer: many(5), isSidebarFixed: false });
    await screen.findByRole('region', { name: 'Gallery' });
    expect(screen.queryByRole('button', { name: 'View more' })).toBeNull();
    five.unmount();
    const { user } = renderGame({ answer: many(6), isSidebarFixed: false });
    await user.click(await screen.findByRole('button', { name: 'View more' }));
    expect(await screen.findByRole('dialog', { name: 'Gallery of Wolves of Skadi' })).toBeVisible();
  });

  it('[GAME-24] goes on with the first item the page does not show', async () => {
    const { user } = renderGame({ answer: many(9) });
    await user.click(await screen.findByRole('button', { name: 'View more' }));
    expect(await screen.findByText('6 of 9')).toBeVisible();
  });

  it('[GAME-28][GAME-29] is in order and knows videos', async () => {
    renderGame({ answer: many(3) });
    await screen.findByRole('region', { name: 'Gallery' });
    expect(galleryButtons().map((button) => button.getAttribute('aria-label'))).toEqual([
      'Image 1 of Wolves of Skadi',
      'Video 2 of Wolves of Skadi',
      'Image 3 of Wolves of Skadi',
    ]);
  });
});

describe('the viewer', () => {
  const media = [banner, ...gallery(3)];

  async function openViewer(which = 'Image 1 of Wolves of Skadi') {
    const view = renderGame({ answer: full({ game_media: media }) });
    await view.user.click(await screen.findByRole('button', { name: which }));
    const dialog = await screen.findByRole('dialog', { name: 'Gallery of Wolves of Skadi' });
    return { ...view, dialog };
  }

  it('[GAME-25] shows the clicked item, and steps around both ends', async () => {
    const { user, dialog } = await openViewer();
    expect(within(dialog).getByRole('img', { name: 'Image 1 of Wolves of Skadi' })).toHaveAttribute(
      'src',
      '/media/g/picture-1.webp',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Previous' }));
    expect(within(dialog).getByRole('img', { name: 'Image 3 of Wolves of Skadi' })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Next' }));
    expect(within(dialog).getByText('1 of 3')).toBeVisible();
  });

  it('[GAME-25] steps with the arrow keys, and leaves the game where it is', async () => {
    catalogOrder.set([7, 8]);
    const { user, dialog, onOpenGame } = await openViewer();
    await user.keyboard('{ArrowRight}');
    expect(within(dialog).getByText('2 of 3')).toBeVisible();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(within(dialog).getByText('3 of 3')).toBeVisible();
    expect(onOpenGame).not.toHaveBeenCalled();
  });

  it('[GAME-25][GAME-28] plays videos', async () => {
    const { dialog } = await openViewer('Video 2 of Wolves of Skadi');
    const players = [...dialog.querySelectorAll('video[controls]')];
    expect(players.map((video) => video.getAttribute('src'))).toEqual(['/media/g/loop.mp4']);
  });

  it('[GAME-26] has a strip of thumbnails', async () => {
    const { user, dialog } = await openViewer();
    const strip = within(dialog).getByRole('list', { name: 'Thumbnails' });
    const thumbnails = within(strip).getAllByRole('button');
    expect(thumbnails).toHaveLength(3);
    expect(thumbnails[0]).toHaveAttribute('aria-current', 'true');
    await user.click(thumbnails[2] as HTMLElement);
    expect(within(dialog).getByText('3 of 3')).toBeVisible();
  });

  it('[GAME-27] closes by Escape, by its button and by a click beside the picture, not on it', async () => {
    const { user, dialog } = await openViewer();
    const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = async () => {
      await user.click(screen.getByRole('button', { name: 'Image 1 of Wolves of Skadi' }));
      return screen.findByRole('dialog');
    };
    await user.click(within(dialog).getByRole('img', { name: 'Image 1 of Wolves of Skadi' }));
    expect(dialog).toBeVisible();
    await user.keyboard('{Escape}');
    await closed();
    await user.click(within(await again()).getByRole('button', { name: 'Close gallery' }));
    await closed();
    const beside = within(await again()).getByText('1 of 3').parentElement;
    await user.click(beside as HTMLElement);
    await closed();
  });
});
