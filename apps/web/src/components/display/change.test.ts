import { describe, expect, it } from 'vitest';
import { changeOf } from './change.ts';

describe('how an amount has changed', () => {
  it.each([
    ['a ratio', 23_567.48, 20_000, { unit: 'ratio', value: 0.178374 }],
    ['a ratio of a loss that shrank', -50, -100, { unit: 'ratio', value: 0.5 }],
    ['a ratio from a gain to a loss', -150.5, 100, { unit: 'ratio', value: -2.505 }],
    ['a ratio up to five times the base', 60, 10, { unit: 'ratio', value: 5 }],
    ['euro a cent above that', 60.01, 10, { unit: 'euro', value: 50.01 }],
    ['euro a cent below that, downwards', -40.01, 10, { unit: 'euro', value: -50.01 }],
    ['euro far above a small base', 1_250.94, 50, { unit: 'euro', value: 1_200.94 }],
    ['euro against less than ten euro', 12.3, 9.99, { unit: 'euro', value: 2.31 }],
    ['euro against little below zero', 0.1, -0.2, { unit: 'euro', value: 0.3 }],
    ['euro against nothing', 0.29, 0, { unit: 'euro', value: 0.29 }],
    ['nothing against nothing', 0, 0, null],
    ['no change', 20_000, 20_000, { unit: 'ratio', value: 0 }],
  ])('a change is %s', (_, current, previous, change) => {
    expect(changeOf(current, previous)).toEqual(change);
  });
});
