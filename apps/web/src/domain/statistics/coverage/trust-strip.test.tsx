import type { FiguresCoverage, IntegrationCoverage, Role } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerCalls, Refusal } from '../../../test/answer-calls.ts';
import { aCoverage, anIntegrationCoverage } from '../../../test/coverage.ts';
import { renderScreen } from '../../../test/render.tsx';
import { TrustStrip } from './trust-strip.tsx';

interface Options {
  role?: Role;
  withoutOpen?: boolean;
}

function renderStrip(
  coverage: FiguresCoverage | undefined,
  { role = 'ludus_admin', ...props }: Options = {},
) {
  const calls = answerCalls({ getCoverage: coverage ?? new Refusal(500) });
  const view = renderScreen(
    <TrustStrip filter={{ from: '2026-11-20', to: '2026-11-20' }} {...props}>
      20/11/2026
    </TrustStrip>,
    { role },
  );
  return { ...view, calls };
}

const withRows = (...integrations: Partial<IntegrationCoverage>[]) =>
  aCoverage({ integrations: integrations.map((row) => anIntegrationCoverage(row)) });

describe('the strip of what is missing in figures', () => {
  it('says nothing where all was fetched, nothing is open and the period is over', async () => {
    const { container, calls } = renderStrip(aCoverage());
    expect(screen.getByText('20/11/2026')).toBeVisible();
    // It has asked before the calls of the next one get other responses.
    await waitFor(() => expect(calls).toHaveLength(1), { timeout: 5_000 });
    renderStrip(aCoverage({ isRunning: true }));
    expect(await screen.findByRole('button', { name: /Period in progress/ })).toBeVisible();
    expect(within(container).queryByRole('button')).toBeNull();
  });

  it('names the one integration that is late or was never fetched, and counts several', async () => {
    const late = { state: 'late', asOf: '2026-11-20T10:32:07Z' } as const;
    const never = { state: 'neverFetched', asOf: null } as const;
    const one = renderStrip(withRows(late, { integrationName: 'Baltica', ...never }, {}));
    const strip = await screen.findByRole('button');
    expect(strip).toHaveTextContent('Alpina late, as of 20/11/2026 11:32 · Baltica not fetched yet');
    one.unmount();
    renderStrip(withRows(late, late, never, never, never));
    expect(await screen.findByRole('button')).toHaveTextContent(
      '2 integrations late · 3 integrations not fetched yet',
    );
  });

  it('says how many rows are in quarantine and how many sessions are open, what is missing first', async () => {
    const rows = { quarantinedRows: 1200, quarantinedDays: [{ day: '2026-11-20', rows: 1200 }] };
    renderStrip({ ...withRows(rows), sessions: 48_213, openSessions: 18, isRunning: true });
    const strip = await screen.findByRole('button');
    expect(strip).toHaveTextContent(
      '1.200 rows in quarantine · 18 open sessions (0,04%) · Period in progress',
    );
    expect(within(strip).getByText('1.200 rows in quarantine')).toHaveAttribute('data-missing');
    expect(within(strip).getByText(/18 open/)).not.toHaveAttribute('data-missing');
  });

  it('says how many days differ from the platforms, of which one leads to its differences', async () => {
    const days = ['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-16', '2026-11-15'];
    const differing = { unreconciledDays: 40, latestUnreconciledDays: days };
    const one = renderStrip(withRows({ unreconciledDays: 1, latestUnreconciledDays: ['2026-11-20'] }));
    expect(await screen.findByRole('button')).toHaveTextContent(/^1 day differs from the platform1 note$/);
    one.unmount();
    const coverage = withRows({}, { integrationId: 2, integrationName: 'Baltica', ...differing });
    const all = renderStrip(coverage);
    const strip = await screen.findByRole('button', { name: '40 days with differences' });
    expect(within(strip).getByText(/40 days/)).toHaveAttribute('data-missing');
    await all.user.click(strip);
    const details = await screen.findByRole('dialog');
    const rows = within(details).getAllByRole('row');
    expect(rows.map((row) => row.textContent).slice(1, 3)).toEqual([
      'Baltica20/11/2026 14:320',
      '40 days differ from the platform: 20/11/2026, 19/11/2026, 18/11/2026, 17/11/2026, 16/11/2026, 35 more days',
    ]);
    expect(within(details).getByRole('link', { name: '19/11/2026' })).toHaveAttribute(
      'href',
      '/reconciliation?to=2026-11-19&integration=2&day=2026-11-19',
    );
    all.unmount();

    const other = renderStrip(coverage, { role: 'integration_manager' });
    await other.user.click(await screen.findByRole('button'));
    const plain = await screen.findByRole('dialog');
    expect(plain).toHaveTextContent('40 days differ from the platform: 20/11/2026');
    expect(within(plain).queryByRole('link')).toBeNull();
  });

  it('leaves open sessions out where the figures are of fewer', async () => {
    const { user } = renderStrip(aCoverage({ openSessions: 3, isRunning: true }), { withoutOpen: true });
    const strip = await screen.findByRole('button');
    expect(strip).not.toHaveTextContent('open');
    await user.click(strip);
    expect(await screen.findByRole('dialog')).not.toHaveTextContent('Open sessions');
  });

  it('has the details of each integration behind it, with the ways there of who may go', async () => {
    const coverage = withRows(
      { integrationId: 1, integrationName: 'Alpina', openSessions: 3 },
      {
        integrationId: 2,
        integrationName: 'Baltica',
        state: 'late',
        asOf: '2026-11-20T10:32:07Z',
        quarantinedRows: 5,
        quarantinedDays: [
          { day: '2026-11-20', rows: 3 },
          { day: '2026-11-04', rows: 2 },
        ],
      },
    );
    const shown = { ...coverage, sessions: 40, openSessions: 3, isRunning: true };
    const { user, unmount } = renderStrip(shown);
    await user.click(await screen.findByRole('button'));
    const details = await screen.findByRole('dialog', { name: 'About these figures' });
    expect(details).toHaveTextContent('20/11/2026 00:00 – 21/11/2026 00:00 (in progress)');
    expect(details).toHaveTextContent('Europe/Rome');
    expect(details).toHaveTextContent('3 of 40 (7,5%) included with their current totals');
    const rows = within(details)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows).toEqual([
      'IntegrationFigures as ofOpen',
      'Baltica20/11/2026 11:32 (late)0',
      '5 rows in quarantine: 20/11/2026 (3), 04/11/2026 (2)',
      'Alpina20/11/2026 14:323',
    ]);
    const baltica = within(details).getByRole('link', { name: 'Baltica' });
    expect(baltica).toHaveAttribute('href', '/integration/2');
    const quarantine = within(details).getByRole('link', { name: '5 rows in quarantine' });
    expect(quarantine).toHaveAttribute('href', '/quarantine?integration=2');
    unmount();

    const other = renderStrip(shown, { role: 'integration_manager' });
    await other.user.click(await screen.findByRole('button'));
    const plain = await screen.findByRole('dialog');
    expect(plain).toHaveTextContent('5 rows in quarantine');
    expect(within(plain).queryByRole('link')).toBeNull();
  });

  it('says that it is not known, and asks again', async () => {
    const { user, calls } = renderStrip(undefined);
    await user.click(
      await screen.findByRole('button', { name: /Couldn't check whether the figures are complete/ }),
    );
    await waitFor(() => expect(calls).toHaveLength(2));
  });
});
