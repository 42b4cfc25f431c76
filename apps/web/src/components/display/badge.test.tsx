import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { Badge, type BadgeTone, SessionBadge, SeverityBadge } from './badge.tsx';

const isTinted = (word: string) => !screen.getByText(word).hasAttribute('data-quiet');

describe('the badge of a state', () => {
  it.each<[BadgeTone, boolean]>([
    ['neutral', false],
    ['positive', false],
    ['info', true],
    ['warning', true],
    ['negative', true],
    ['accent', true],
    ['critical', true],
  ])('of the tone %s is tinted: %s', (tone, expected) => {
    renderScreen(<Badge tone={tone}>State</Badge>);
    expect(isTinted('State')).toBe(expected);
  });

  it('is plain where a screen has nothing to do about it any more', () => {
    renderScreen(
      <Badge tone="negative" quiet>
        Refused
      </Badge>,
    );
    expect(isTinted('Refused')).toBe(false);
  });

  it('leaves low severity and closed sessions plain', () => {
    renderScreen(
      <>
        <SeverityBadge severity={1}>Low</SeverityBadge>
        <SeverityBadge severity={2}>Medium</SeverityBadge>
        <SessionBadge isOpen={false} />
        <SessionBadge isOpen />
      </>,
    );
    expect(['Low', 'Medium', 'Closed', 'Open'].map(isTinted)).toEqual([false, true, false, true]);
  });
});
