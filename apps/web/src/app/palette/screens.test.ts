import { describe, expect, it } from 'vitest';
import { screenLetters } from './screens.ts';

describe('the letters of screens', () => {
  it('lead to one screen each', () => {
    const letters = Object.values(screenLetters);
    expect(letters.filter((letter, index) => letters.indexOf(letter) !== index)).toEqual([]);
  });
});
