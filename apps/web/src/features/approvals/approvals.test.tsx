import type { ChangeRequest } from '@ludus/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { valueText } from './approval-texts.tsx';
import { ChangeDiff } from './components/change-diff.tsx';

const rows: ChangeRequest['rows'] = [
  {
    what: { code: 'approvals.bets', values: {} },
    before: { cents: [10, 20, 50] },
    after: { cents: [10, 20, 100] },
  },
  { what: { code: 'plain.text', values: { text: 'Ember fox' } }, before: null, after: null },
];

describe('what a change replaces', () => {
  it('is written row by row, amounts as amounts', () => {
    renderScreen(<ChangeDiff rows={rows} />);
    const cells = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(cells).toEqual([
      'WhatBeforeAfter',
      `Bets${valueText({ cents: [10, 20, 50] })}${valueText({ cents: [10, 20, 100] })}`,
      'Ember foxNoneNone',
    ]);
  });
});
