import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { detail, disputed } from '../../test/statements-screen.tsx';
import { StatementActions } from './components/statement-actions.tsx';

let become: (statement: typeof detail) => void;

function Watched() {
  const [statement, setStatement] = useState(detail);
  become = setStatement;
  return <StatementActions statement={statement} />;
}

it('does not ask for a dispute again when news of it came before the response', async () => {
  const response = Promise.withResolvers<unknown>();
  answerCalls({ disputeStatement: () => response.promise });
  const { user } = renderScreen(<Watched />, { role: 'integration_admin' });
  await user.click(screen.getByRole('button', { name: 'Dispute' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Not ours');
  await user.click(screen.getAllByRole('button', { name: 'Dispute' }).at(-1) as HTMLElement);
  const asks = await screen.findByRole('dialog', { name: 'Dispute LH-2026-0001?' });
  await user.click(within(asks).getByRole('button', { name: 'Dispute' }));
  act(() => become(disputed));
  expect(screen.getByRole('dialog', { name: 'Dispute LH-2026-0001' })).toBeVisible();
  response.resolve(disputed);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The provider has resolved it.
  act(() => become(detail));
  expect(screen.getByRole('button', { name: 'Dispute' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
