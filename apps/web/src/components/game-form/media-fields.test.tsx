import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { MediaSlot } from './media-fields.tsx';

function renderMain(width: number, height: number) {
  const chosen = { key: 'main', file: new File(['x'], 'main.webp'), width, height };
  const nothing = () => {};
  return renderScreen(
    <MediaSlot
      slot="main"
      chosen={chosen}
      stored={undefined}
      sending={{}}
      withWebp
      onChoose={nothing}
      onRemove={nothing}
    />,
  );
}

describe('the size of a main image', () => {
  it.each([
    [1242, 1464, 'true'],
    [1241, 1464, 'false'],
    [1242, 1465, 'false'],
    // 11 by 13 to the pixel, and yet not what is recommended: the check looks at the size, not at the ratio.
    [1100, 1300, 'false'],
    [2484, 2928, 'false'],
  ])('[OPEN-46][CONST-01] is compared with 1242 by 1464 exactly: %i by %i', (width, height, fits) => {
    renderMain(width, height);
    expect(screen.getByText(`${width} × ${height}`)).toHaveAttribute('data-fit', fits);
  });
});
