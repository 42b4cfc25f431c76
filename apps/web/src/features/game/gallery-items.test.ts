import { describe, expect, it } from 'vitest';
import { neighboursOf } from '../../domain/game/catalog-order.ts';
import { aMedium } from '../../test/games.ts';
import { demoAddress } from './demo-address.ts';
import { galleryOf, isImageAddress, previewSize } from './gallery-items.ts';

describe('the gallery', () => {
  it('[GAME-28] takes an address with jpg, png or webp for an image, anything else for a video', () => {
    expect(isImageAddress('/media/a/play.webp')).toBe(true);
    expect(isImageAddress('/media/a/play.PNG')).toBe(true);
    expect(isImageAddress('https://cdn.example/x.jpg?v=2')).toBe(true);
    expect(isImageAddress('/media/a/loop.mp4')).toBe(false);
    expect(isImageAddress('/media/a/photo.jpeg')).toBe(false);
  });

  it('[GAME-29] is ordered, and holds neither main image, banners nor documents', () => {
    const items = galleryOf([
      aMedium({ id: 1, order: 3 }),
      aMedium({ id: 2, order: 1, url: '/media/b/loop.mp4' }),
      aMedium({ id: 3, isMainImage: true }),
      aMedium({ id: 4, isBanner: true }),
      aMedium({ id: 5, isMiniBanner: true }),
      aMedium({ id: 6, mediaType: 'docs' }),
      aMedium({ id: 7, order: 2 }),
    ]);
    expect(items.map((item) => item.medium.id)).toEqual([2, 7, 1]);
    expect(items.map((item) => item.isVideo)).toEqual([true, false, false]);
    expect(galleryOf(undefined)).toEqual([]);
  });

  it('[GAME-23] shows six, five beside a fixed sidebar', () => {
    expect([previewSize(false), previewSize(true)]).toEqual([6, 5]);
  });
});

describe('stepping', () => {
  it('[GAME-30] wraps around at both ends', () => {
    expect(neighboursOf([5, 8, 2], 5)).toEqual({ previous: 2, next: 8 });
    expect(neighboursOf([5, 8, 2], 2)).toEqual({ previous: 8, next: 5 });
  });

  it('[GAME-30] has nowhere to go without an order that holds the game and another one', () => {
    expect(neighboursOf([], 5)).toBeNull();
    expect(neighboursOf([5], 5)).toBeNull();
    expect(neighboursOf([1, 2], 5)).toBeNull();
  });
});

describe('the address of a demo', () => {
  it('[GAME-05] is the demo host, the slug and fullBtn=false', () => {
    expect(demoAddress('http://demo.example/play', 'wolves_of_skadi')).toBe(
      'http://demo.example/play/wolves_of_skadi?fullBtn=false',
    );
    expect(demoAddress('http://demo.example/', 'a/b')).toBe('http://demo.example/a%2Fb?fullBtn=false');
    expect(demoAddress(null, 'wolves_of_skadi')).toBeNull();
  });
});
