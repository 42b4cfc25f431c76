import type { ConformanceRun, Role } from '@ludus/contract';
import {
  type ConformanceCheckId,
  type ConformanceReport,
  type ConformanceState,
  conformanceCheckIds,
} from '@ludus/contract/conformance';
import { Notifications, notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as downloads from '../../lib/download.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aDetail } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { SignedIn } from '../../test/session-as.tsx';
import { jobStore, noJob } from '../job/jobs.ts';
import { Conformance } from './conformance-view.tsx';

const runId = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

function aRun(n: number, values: Partial<ConformanceRun> = {}): ConformanceRun {
  return {
    id: runId(n),
    jobId: runId(n),
    state: 'completed',
    username: 'admin',
    withWrites: false,
    requestedAt: `2026-11-2${n}T10:00:00.000Z`,
    finishedAt: `2026-11-2${n}T10:01:00.000Z`,
    passed: 40,
    failed: 1,
    skipped: 2,
    error: null,
    ...values,
  };
}

function aReport(states: Partial<Record<ConformanceCheckId, ConformanceState>>): ConformanceReport {
  const results = conformanceCheckIds.map((id) => ({
    id,
    state: states[id] ?? ('passed' as const),
    findings:
      states[id] === 'failed'
        ? [
            {
              code: 'status' as const,
              values: { found: 200, expected: '<401>' },
              request: "curl -sS 'https://alpina.example/gaming/health'",
            },
          ]
        : [],
    calls: 1,
  }));
  const count = (state: ConformanceState) => results.filter((one) => one.state === state).length;
  return {
    startedAt: '2026-11-20T10:00:00.000Z',
    finishedAt: '2026-11-20T10:01:00.000Z',
    withWrites: false,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    results,
  };
}

const withResult = {
  runs: [
    aRun(5),
    aRun(4, { withWrites: true }),
    aRun(3, { state: 'cancelled', passed: null, failed: null, skipped: null }),
  ],
  last: { run: aRun(5), report: aReport({ 'token-missing': 'failed', 'write-bets': 'skipped' }) },
  before: { run: aRun(4, { withWrites: true }), report: aReport({ 'feed-order': 'failed' }) },
};

function Page({ opened }: { opened?: string | undefined }) {
  const [run, setRun] = useState(opened);
  return <Conformance integration={aDetail({ id: 3 })} run={run} onRun={setRun} />;
}

function show(answers: Record<string, unknown> = {}, as: Role = 'ludus_admin', opened?: string) {
  const calls = answerCalls({ getConformance: withResult, ...answers });
  const view = renderScreen(
    <SignedIn as={as}>
      <Notifications />
      <Page opened={opened} />
    </SignedIn>,
  );
  return { ...view, named: (endpoint: string) => calls.filter((call) => call.endpoint === endpoint) };
}

beforeEach(() => {
  jobStore.set(noJob);
  notifications.clean();
});

describe('the conformance of an integration', () => {
  it('shows the checks that failed first, with call, expectation, finding and what to mend', async () => {
    show();
    const failed = within(await screen.findByRole('list', { name: 'Failed' }));
    expect(failed.getAllByText('Calls without a token are refused')).toHaveLength(1);
    expect(failed.getByText('Every call that reads, without a token.')).toBeVisible();
    expect(failed.getByText('Status 200, expected <401>.')).toBeVisible();
    expect(failed.getByText("curl -sS 'https://alpina.example/gaming/health'")).toBeVisible();
    expect(failed.getByText(/^Check the Authorization header first/)).toBeVisible();
    expect(screen.getAllByRole('list').map((list) => list.getAttribute('aria-label'))).toEqual([
      'Failed',
      'Skipped',
      'Passed',
    ]);
    const access = screen.getByRole('row', { name: /^Access/ });
    expect(
      within(access)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Access', '1', '2', '0']);
    expect(screen.getByRole('row', { name: /^All areas/ })).toHaveTextContent('All areas1411');
  });

  it('says which checks have changed since the run before', async () => {
    show();
    const changes = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;
    expect(await screen.findByText('Newly failed (1)')).toBeVisible();
    expect(changes('Newly failed (1)')).toHaveTextContent('Calls without a token are refused');
    expect(changes('Newly passed (1)')).toHaveTextContent('Sessions come in order');
  });

  it('runs the checks after asking, without those that write unless they are chosen', async () => {
    const { user, named } = show({ runConformanceChecks: { jobId: runId(9) } });
    await user.click(await screen.findByRole('button', { name: 'Run the checks' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Run the checks of Alpina?' }));
    expect(dialog.getByRole('checkbox')).not.toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Run the checks' }));
    await vi.waitFor(() => expect(named('runConformanceChecks')[0]?.body).toEqual({ withWrites: false }));
    expect(jobStore.get()).toMatchObject({ jobId: runId(9), name: 'check-conformance', status: 'called' });
    await user.click(await screen.findByRole('button', { name: 'Run the checks' }));
    const again = within(await screen.findByRole('dialog'));
    await user.click(again.getByRole('checkbox', { name: 'Also run the checks that write to the platform' }));
    await user.click(again.getByRole('button', { name: 'Run the checks' }));
    await vi.waitFor(() => expect(named('runConformanceChecks')[1]?.body).toEqual({ withWrites: true }));
  });

  it('says why a run was refused', async () => {
    const { user } = show({
      runConformanceChecks: new Refusal(409, 'Checks of this integration are running already.', {
        code: 'conflict',
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Run the checks' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Run the checks' }));
    expect(await screen.findByText('Checks of this integration are running already.')).toBeVisible();
  });

  it('shows a run with who started it, and cancels it', async () => {
    const open = aRun(6, { state: 'running', finishedAt: null, passed: null, failed: null, skipped: null });
    const { user, named } = show({
      getConformance: { runs: [open], last: null, before: null },
      cancelConformanceChecks: null,
    });
    expect(await screen.findByText('The checks are running')).toBeVisible();
    expect(screen.getByText('Started by admin, 26/11/2026 11:00')).toBeVisible();
    expect(screen.queryByText('The checks have not been run yet')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Run the checks' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel the checks' }));
    expect(named('cancelConformanceChecks')).toHaveLength(1);
  });

  it('lets staff who manage integrations read the result, and not run or cancel', async () => {
    const open = aRun(6, { state: 'running', finishedAt: null, passed: null, failed: null, skipped: null });
    show({ getConformance: { ...withResult, runs: [open, ...withResult.runs] } }, 'ludus_manager');
    expect(await screen.findByRole('list', { name: 'Failed' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Run the checks' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel the checks' })).toBeNull();
  });

  it('downloads the report, and copies it and a single result', async () => {
    const saved = vi.spyOn(downloads, 'download').mockImplementation(() => {});
    const { user, named } = show({
      getConformanceFile: { name: 'conformance-alpina.html', mediaType: 'text/html', text: '<h1>' },
    });
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    await user.click(await screen.findByRole('menuitem', { name: 'HTML' }));
    await vi.waitFor(() => expect(saved).toHaveBeenCalledWith(expect.any(Blob), 'conformance-alpina.html'));
    expect(named('getConformanceFile')[0]).toMatchObject({
      path: `/api/integrations/3/conformance/${runId(5)}/file`,
      query: { format: 'html' },
    });
    await user.click(
      screen.getByRole('button', { name: 'Copy Result of Calls without a token are refused' }),
    );
    const copied = await navigator.clipboard.readText();
    expect(copied).toContain('Found: Status 200, expected <401>.');
    expect(copied).toContain('What to mend: Check the Authorization header first');
    await user.click(screen.getByRole('button', { name: 'Copy report' }));
    expect(await screen.findByText('Report copied')).toBeVisible();
    saved.mockRestore();
  });

  it('says what the checks are for before they have run', async () => {
    show({ getConformance: { runs: [], last: null, before: null } });
    expect(await screen.findByText('The checks have not been run yet')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Run the checks' })).toBeEnabled();
    expect(screen.queryByText(/Administrators of the provider run them/)).toBeNull();
  });

  it('says who runs them to someone who may not', async () => {
    show({ getConformance: { runs: [], last: null, before: null } }, 'ludus_manager');
    expect(await screen.findByText(/Administrators of the provider run them\.$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Run the checks' })).toBeNull();
  });

  it('takes no second run while one goes on', async () => {
    const open = aRun(6, { state: 'running', finishedAt: null, passed: null, failed: null, skipped: null });
    show({ getConformance: { ...withResult, runs: [open, ...withResult.runs] } });
    expect(await screen.findByRole('button', { name: 'Run the checks' })).toBeDisabled();
  });

  it('opens each run with what failed and was skipped in it, and how to mend it', async () => {
    const { user, named } = show({
      getConformanceFile: {
        name: 'conformance-alpina.json',
        mediaType: 'application/json',
        text: JSON.stringify(aReport({ 'session-same': 'failed', 'write-bets': 'skipped' })),
      },
    });
    const rows = within(await screen.findByRole('table', { name: 'Runs' }));
    expect(rows.getAllByText('Checks failed')).toHaveLength(2);
    // They stand above the checks of the last one, which are many.
    const checks = screen.getByRole('heading', { name: 'Passed' });
    expect(
      screen.getByRole('table', { name: 'Runs' }).compareDocumentPosition(checks) &
        Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
    await user.click(rows.getByRole('row', { name: 'Run of 24/11/2026 11:00' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Run of the checks' }));
    const failed = within(await panel.findByRole('list', { name: 'Failed' }));
    expect(failed.getByText('Status 200, expected <401>.')).toBeVisible();
    expect(failed.getByText('What to mend')).toBeVisible();
    expect(failed.getByRole('link', { name: 'In the operator guide' })).toHaveAttribute(
      'href',
      '/operator-guide#check-session-same',
    );
    expect(panel.getByRole('list', { name: 'Skipped' })).toBeVisible();
    expect(named('getConformanceFile')[0]).toMatchObject({
      path: `/api/integrations/3/conformance/${runId(4)}/file`,
      query: { format: 'json' },
    });
    // What is open stands in the address; the checks of the page keep theirs.
    expect(document.querySelectorAll('#check-session-same')).toHaveLength(1);
    await user.click(panel.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says of a run that has no result, or is not kept any more, that it is so', async () => {
    const { unmount } = show({}, 'integration_admin', runId(3));
    expect(await screen.findByText('This run has no result.')).toBeVisible();
    unmount();
    show({}, 'integration_admin', runId(8));
    expect(await screen.findByText(/^This run is not kept any more/)).toBeVisible();
  });
});
