import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aStatus } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { lastServices, useServiceStatuses } from './last-services.ts';

function Shown() {
  const { query, isLastKnown } = useServiceStatuses();
  const names = query.data?.rows.map(({ integrationName }) => integrationName).join(', ') ?? 'nothing';
  return <p>{`${names}${isLastKnown ? ', last known' : ''}${query.isError ? ', failed' : ''}`}</p>;
}

const rows = (name: string) => ({ rows: [aStatus(1, { integrationName: name })] });

beforeEach(() => lastServices.set(null));

it('shows what this device has known last until the services are read, and when they cannot be', async () => {
  answerCalls({ listServiceStatuses: rows('Alpina') });
  const first = renderScreen(<Shown />);
  expect(screen.getByText('nothing')).toBeVisible();
  expect(await screen.findByText('Alpina')).toBeVisible();
  await waitFor(() => expect(lastServices.get()?.data).toEqual(rows('Alpina')));
  first.unmount();

  lastServices.set((last) => last && { ...last, at: Date.now() - 3_600_000 });
  let answer: unknown = rows('Baltica');
  answerCalls({ listServiceStatuses: () => answer });
  const second = renderScreen(<Shown />);
  expect(screen.getByText('Alpina, last known')).toBeVisible();
  expect(await screen.findByText('Baltica')).toBeVisible();
  second.unmount();

  lastServices.set((last) => last && { ...last, at: Date.now() - 3_600_000 });
  answer = new Refusal(500);
  renderScreen(<Shown />);
  expect(await screen.findByText('Baltica, last known, failed')).toBeVisible();
});

it('keeps it for one person, and drops what does not fit', async () => {
  answerCalls({ listServiceStatuses: rows('Alpina') });
  lastServices.set({ person: 'someone else', at: Date.now(), data: rows('Castello') });
  renderScreen(<Shown />);
  expect(screen.getByText('nothing')).toBeVisible();
  expect(await screen.findByText('Alpina')).toBeVisible();
});
