import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { PageFailure } from './page-failure.tsx';

it('stands in the main part of the shell and is none itself', () => {
  renderScreen(
    <main>
      <PageFailure error={new Error('broken')} reset={() => {}} />
    </main>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Error trying to connect to the server.');
  expect(screen.getAllByRole('main')).toHaveLength(1);
});
