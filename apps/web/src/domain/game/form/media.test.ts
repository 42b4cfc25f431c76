import { describe, expect, it } from 'vitest';
import { aMedium } from '../../../test/games.ts';
import {
  addressProblems,
  type ChosenFile,
  chosenOf,
  isAccepted,
  isEmptyPlan,
  mediaPlan,
  noMedia,
  pickerTypes,
  rebaseFiles,
} from './media.ts';

const file = (key: string): ChosenFile => ({ key, file: new File([], `${key}.webp`), width: 1, height: 1 });
const stored = [
  aMedium({ id: 1, isMainImage: true }),
  aMedium({ id: 2, isBanner: true }),
  aMedium({ id: 3, url: '/media/g/one.webp' }),
  aMedium({ id: 4, mediaType: 'docs', url: 'https://docs.example/a' }),
];

describe('the media calls of a save', () => {
  it('[EDIT-17] are none when nothing was chosen', () => {
    expect(isEmptyPlan(mediaPlan(stored, [], chosenOf(stored)))).toBe(true);
  });

  it('[EDIT-04][EDIT-05] upload a replacement with its role and delete the old medium', () => {
    const plan = mediaPlan(stored, [], { ...chosenOf(stored), main: file('m'), mini: file('s') });
    expect(plan.deletions).toEqual([1]);
    expect(plan.uploads.map((upload) => upload.fields)).toEqual([
      { isMainImage: 'true', mediaType: 'gallery', type: 'file' },
      { isMiniBanner: 'true', mediaType: 'gallery', type: 'file' },
    ]);
  });

  it('[EDIT-06] delete what was removed of the gallery and add what was chosen, in order', () => {
    const plan = mediaPlan(stored, [3, 99], {
      ...chosenOf(stored),
      images: [file('a'), file('b')],
      videos: [file('v')],
    });
    expect(plan.deletions).toEqual([3]);
    expect(plan.uploads.map((upload) => upload.chosen.key)).toEqual(['a', 'b', 'v']);
  });

  it('[EDIT-07][OPEN-37] set a changed address and delete an emptied one', () => {
    const chosen = { ...chosenOf(stored), docsUrl: ' ', assetsUrl: 'https://assets.example/b ' };
    const plan = mediaPlan(stored, [], chosen);
    expect(plan).toMatchObject({
      deletions: [4],
      urls: [{ mediaType: 'assets', url: 'https://assets.example/b' }],
    });
    expect(mediaPlan(stored, [], { ...chosen, docsUrl: 'https://docs.example/new' }).deletions).toEqual([]);
  });

  it('[EDIT-07][EDIT-17] leave an address alone that someone else set meanwhile', () => {
    const before = stored.filter((medium) => medium.mediaType !== 'docs');
    const mine = { ...chosenOf(before), assetsUrl: 'https://assets.example/mine' };
    const moved = rebaseFiles(mine, before, stored);
    expect(moved.docsUrl).toBe('https://docs.example/a');
    expect(mediaPlan(stored, [], moved)).toMatchObject({
      deletions: [],
      urls: [{ mediaType: 'assets', url: 'https://assets.example/mine' }],
    });
  });

  it('[EDIT-07] take only web addresses', () => {
    expect(addressProblems({ ...noMedia, docsUrl: 'javascript:alert(1)', assetsUrl: 'nowhere' })).toEqual({
      docsUrl: 'webAddress',
      assetsUrl: 'webAddress',
    });
    expect(addressProblems({ ...noMedia, docsUrl: 'https://a.example/x' })).toEqual({});
  });
});

describe('the files a place takes', () => {
  it.each(['a.jpg', 'a.JPEG', 'a.png', 'a.webp'])('[FORM-09][OPEN-32] %s as a picture', (name) => {
    expect(isAccepted(name, 'main')).toBe(true);
    expect(isAccepted(name, 'images')).toBe(true);
  });

  it.each(['a.gif', 'a.svg', 'a.png.exe', 'png', 'a.mp4'])('[FORM-09] not %s', (name) => {
    expect(isAccepted(name, 'banner')).toBe(false);
  });

  it.each(['a.mp4', 'a.avi', 'a.mov', 'a.wmv', 'a.flv', 'a.WEBM'])('[FORM-13] %s as a video', (name) => {
    expect(isAccepted(name, 'videos')).toBe(true);
  });

  it('[FORM-10] offers png and jpeg, on the edit screen webp too', () => {
    expect(pickerTypes('main', false)).toBe('image/png,image/jpeg');
    expect(pickerTypes('images', true)).toBe('image/png,image/jpeg,image/webp');
  });
});
