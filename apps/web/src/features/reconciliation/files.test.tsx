import type { ComparedFile, FileCheck, ReconciledFigureSet, Role } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { takePreparedTicket } from '../../domain/ticket/prepared-ticket.ts';
import * as downloads from '../../lib/download.ts';
import { answerCalls } from '../../test/answer-calls.ts';
import { answerUploads, type UploadAnswer } from '../../test/answer-uploads.ts';
import { renderScreen } from '../../test/render.tsx';
import { SignedIn } from '../../test/session-as.tsx';
import { FilePanel } from './components/file-panel.tsx';
import { ReconciliationPage } from './pages/reconciliation-page.tsx';
import type { ReconciliationSearch } from './search.ts';

vi.mock('../../lib/download.ts', () => ({ download: vi.fn() }));

const figures = (part: Partial<ReconciledFigureSet> = {}): ReconciledFigureSet => ({
  sessions: 0,
  open: 0,
  bet: 0,
  win: 0,
  rounds: 0,
  ...part,
});
const alpina = { id: 1, name: 'Alpina' };
const compared: ComparedFile = {
  id: '0190a7de-0000-4000-8000-00000000000a',
  integration: alpina,
  fileName: 'november.csv',
  sha256: null,
  username: 'g.ferraris',
  comparedAt: '2026-11-20T10:00:00.000Z',
  from: '2026-11-01',
  to: '2026-11-02',
  rows: 120,
  wrong: 1,
  sessions: 1,
  keptSessions: 1,
  difference: figures({ bet: 1.5 }),
  classes: [{ class: 'amount', sessionTypeId: 1, sessions: 1, difference: figures({ bet: 1.5 }) }],
};
const check: FileCheck = {
  columns: ['Id', 'Date', 'Bet', 'Won', 'Paid'],
  mapping: { sessionId: 0, createdAt: 1, bet: 2 },
  mappingOrigin: 'guessed',
  missing: ['win'],
  rows: 3,
  right: 0,
  wrong: 0,
  from: null,
  to: null,
  sample: [['S-1', '01/11/2026', '1,00', '2,00', '3,00']],
  errors: [],
};
const complete: FileCheck = {
  ...check,
  mapping: { ...check.mapping, win: 3 },
  mappingOrigin: 'sent',
  missing: [],
  right: 2,
  wrong: 1,
  from: '2026-11-01',
  to: '2026-11-02',
  errors: [{ line: 4, error: 'noAmount', field: 'bet', value: 'x' }],
};

function renderFiles(search: ReconciliationSearch, as: Role = 'integration_admin') {
  answerCalls({
    getReconciliation: {
      from: '2026-10-20',
      to: '2026-11-19',
      latest: '2026-11-19',
      integrations: [{ integration: alpina, days: [], difference: figures() }],
      difference: figures(),
    },
    listReconciliationFiles: [compared],
    listFileSessions: [
      {
        class: 'amount',
        sessionId: 'S-1',
        hubId: null,
        sessionTypeId: 1,
        ours: figures({ bet: 1 }),
        platform: figures({ bet: 2.5 }),
        difference: figures({ bet: 1.5 }),
        ourDay: '2026-11-01',
        platformDay: '2026-11-01',
        reason: null,
        quarantinedRowId: null,
      },
    ],
  });
  const onSearch = vi.fn();
  const onTicket = vi.fn();
  const view = renderScreen(
    <SignedIn as={as}>
      <ReconciliationPage search={search} onSearch={onSearch} onStarted={vi.fn()} onTicket={onTicket} />
    </SignedIn>,
  );
  return { ...view, onSearch, onTicket };
}

describe('a file', () => {
  it('is tried out with its columns, which can be changed, and then compared', async () => {
    const answer = (path: string, sent: string | undefined): UploadAnswer => {
      if (!path.endsWith('/check')) return { status: 200, body: compared };
      return { status: 200, body: sent === undefined ? check : complete };
    };
    const uploads = answerUploads(({ path, fields }) => answer(path, fields.mapping));
    const { user, onSearch } = renderFiles({ file: 'new' });
    const panel = await screen.findByRole('dialog', { name: 'Compare a file' });
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('No field for a file');
    await user.upload(input, new File(['x'], 'november.csv', { type: 'text/csv' }));
    expect(await within(panel).findByText('0 of 3 rows can be compared')).toBeVisible();
    expect(within(panel).getByText('Required')).toBeVisible();
    expect(within(panel).getByRole('button', { name: 'Compare' })).toBeDisabled();

    await user.click(within(panel).getByRole('combobox', { name: 'Win' }));
    await user.click(await screen.findByRole('option', { name: 'Won' }));
    expect(await within(panel).findByText(/2 of 3 rows can be compared/)).toHaveTextContent(
      '01/11/2026 – 02/11/2026',
    );
    expect(within(panel).getByRole('table', { name: 'Rejected rows' })).toHaveTextContent('4No amountBetx');
    await user.click(within(panel).getByRole('button', { name: 'Compare' }));
    await waitFor(() => expect(onSearch).toHaveBeenCalledWith({ to: undefined, file: compared.id }));
    expect(uploads.map(({ path, fields }) => [path, fields.mapping])).toEqual([
      ['/api/reconciliation/1/files/check', undefined],
      ['/api/reconciliation/1/files/check', JSON.stringify({ ...check.mapping, win: 3 })],
      ['/api/reconciliation/1/files', JSON.stringify(complete.mapping)],
    ]);
  });

  it('that was dropped is tried out as soon as its integration is known', async () => {
    const uploads = answerUploads(() => ({ status: 200, body: check }));
    answerCalls({});
    const dropped = new File(['x'], 'november.csv', { type: 'text/csv' });
    const { user } = renderScreen(
      <SignedIn as="ludus_admin">
        <FilePanel
          integrations={[alpina, { id: 2, name: 'Baltica' }]}
          dropped={dropped}
          onCompared={vi.fn()}
          onClose={vi.fn()}
        />
      </SignedIn>,
    );
    const panel = await screen.findByRole('dialog', { name: 'Compare a file' });
    expect(within(panel).getByText('november.csv')).toBeVisible();
    expect(uploads).toEqual([]);
    await user.click(within(panel).getByRole('combobox', { name: 'Integration' }));
    await user.click(await screen.findByRole('option', { name: /Baltica/ }));
    expect(await within(panel).findByText('0 of 3 rows can be compared')).toBeVisible();
    expect(uploads.map(({ path }) => path)).toEqual(['/api/reconciliation/2/files/check']);
  });

  it('that was compared is listed, and opens with its classes, its sessions and their file', async () => {
    const { user, onSearch, unmount } = renderFiles({});
    await user.click(await screen.findByRole('row', { name: 'november.csv' }));
    expect(onSearch).toHaveBeenCalledWith({ to: undefined, file: compared.id });
    unmount();
    const { user: reader } = renderFiles({ file: compared.id });
    const panel = await screen.findByRole('dialog', { name: 'november.csv' });
    expect(within(panel).getByRole('row', { name: 'Amount' })).toHaveTextContent('1,50 €');
    const sessions = await within(panel).findByRole('table', { name: 'Sessions that differ' });
    expect(await within(sessions).findByText('S-1')).toBeVisible();
    expect(within(sessions).getByText('Bet: hub 1,00 €, platform 2,50 €')).toBeVisible();
    await reader.click(within(panel).getByRole('button', { name: 'CSV' }));
    expect(downloads.download).toHaveBeenCalledWith(expect.any(Blob), 'reconciliation-alpina-2026-11-01.csv');
  });

  it('becomes a ticket with what the file and the hub have of each session', async () => {
    const { user, onTicket } = renderFiles({ file: compared.id });
    const panel = await screen.findByRole('dialog', { name: 'november.csv' });
    const open = within(panel).getByRole('button', { name: 'Open ticket' });
    await waitFor(() => expect(open).toBeEnabled());
    await user.click(open);
    expect(onTicket).toHaveBeenCalled();
    const ticket = takePreparedTicket();
    expect(ticket).toMatchObject({
      title: 'Reconciliation: Alpina, 01/11/2026 – 02/11/2026',
      integrationId: 1,
      case: {
        type: 'reportBug',
        address: `/reconciliation?file=${compared.id}`,
        expected: 'S-1: Bet 2,50\u00a0€',
        found: 'S-1: Bet 1,00\u00a0€',
      },
    });
    for (const part of ['november.csv', 'g.ferraris', '120 rows, 1 of them rejected', 'Hub', 'File'])
      expect(ticket?.description).toContain(part);
    expect(ticket?.description).toContain('Amount: Real sessions');
    expect(ticket?.description).toMatch(/S-1 +Amount +Bet +1,00\u00a0€ +2,50\u00a0€/);
  });
});
