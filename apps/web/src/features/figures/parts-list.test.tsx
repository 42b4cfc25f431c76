import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { PartsList } from './components/parts-list.tsx';

describe('parts of a figure', () => {
  it('name the sessions that a filter by state leaves out', async () => {
    const { unmount } = renderScreen(
      <PartsList metric="grosswin" kind="leavesOut" filter={{ sessionTypeId: 1, isOpen: false }} />,
    );
    expect(await screen.findByText('Open sessions: the filter shows closed ones only.')).toBeVisible();
    unmount();
    renderScreen(<PartsList metric="grosswin" kind="leavesOut" filter={{ sessionTypeId: 1 }} />);
    expect(await screen.findByText('Fun sessions, unless the filter asks for them.')).toBeVisible();
    expect(screen.queryByText(/the filter shows/)).toBeNull();
  });
});
