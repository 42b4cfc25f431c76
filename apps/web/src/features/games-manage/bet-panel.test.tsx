import type { BetImport, BetImportRow, BetSheetRow } from '@ludus/contract';
import { notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as downloads from '../../lib/download.ts';
import { Held } from '../../test/answer-calls.ts';
import { answerUploads } from '../../test/answer-uploads.ts';
import { renderManage } from '../../test/manage-screen.tsx';
import { anIntegration } from '../../test/sessions.ts';

vi.mock('../../lib/download.ts', () => ({ download: vi.fn() }));
beforeEach(() => notifications.clean());

const checked: BetImport = {
  id: '0190a7de-0000-4000-8000-00000000000c',
  fileName: 'bets.xlsx',
  username: 'admin',
  checkedAt: '2026-11-20T10:00:00.000Z',
  appliedAt: null,
  undoneAt: null,
  state: 'checked',
  lists: 2,
  applied: null,
  undone: null,
  isUndoable: false,
};
const applying: BetImport = {
  ...checked,
  appliedAt: '2026-11-20T10:01:00.000Z',
  state: 'applying',
  applied: { waiting: 1, done: 1, failed: 0 },
};
const applied: BetImport = {
  ...applying,
  state: 'applied',
  applied: { waiting: 0, done: 1, failed: 1 },
  isUndoable: true,
};
const undone: BetImport = {
  ...applied,
  undoneAt: '2026-11-20T10:02:00.000Z',
  state: 'undone',
  undone: { waiting: 0, done: 1, failed: 0 },
  isUndoable: false,
};
const integration = { id: 3, name: 'Alpina' };
const fox = { integration, operator: 'Rifugio', game: 'Ember Fox' };
const reef = { ...fox, game: 'Golden Reef' };
const row: BetSheetRow = {
  ...fox,
  line: 2,
  verdict: 'change',
  old: [10, 20, 50],
  new: [10, 40],
  message: null,
};
const check = {
  import: checked,
  rows: [
    row,
    { ...row, ...reef, line: 3 },
    {
      ...row,
      line: 4,
      integration: null,
      game: 'ghost',
      verdict: 'unknown' as const,
      old: null,
      message: { code: 'refusals.betListUnknown', values: {} },
    },
  ],
  unchanged: 5,
  ignored: [],
};
const result: BetImportRow = {
  id: 1,
  ...fox,
  line: 2,
  old: [10, 20, 50],
  new: [10, 40],
  applied: { state: 'done', message: null },
  undone: null,
};
const refused: BetImportRow = {
  ...result,
  ...reef,
  id: 2,
  line: 3,
  applied: { state: 'refused', message: { code: 'fields.betsRefused', values: {} } },
};

const chooseFile = async (user: ReturnType<typeof renderManage>['user']) =>
  user.upload(await screen.findByLabelText('Edited bet lists'), new File(['x'], 'bets.xlsx'));

describe('bet lists by file', () => {
  it('are exported for an integration, or for one of its operators, and what was not read is said', async () => {
    const { user, named } = renderManage(
      {
        listGameImports: [],
        listIntegrations: {
          rows: [
            {
              ...anIntegration(3, 'Alpina'),
              operators: [{ id: 1, code: 'RIFUGIO', name: 'Rifugio', platformId: null }],
            },
          ],
        },
        exportBetsForEditing: { fileName: 'bets-alpina.xlsx', lists: 4, unread: 2, content: 'UEs=' },
      },
      { panel: 'file' },
    );
    const button = await screen.findByRole('button', { name: 'Export bet lists' });
    expect(button).toBeDisabled();
    await user.click(await screen.findByRole('combobox', { name: 'Integration' }));
    await user.click(await screen.findByRole('option', { name: 'Alpina' }));
    await user.click(screen.getByRole('combobox', { name: 'Operator' }));
    await user.click(await screen.findByRole('option', { name: /Rifugio/ }));
    await user.click(button);
    await vi.waitFor(() =>
      expect(downloads.download).toHaveBeenCalledWith(expect.any(Blob), 'bets-alpina.xlsx'),
    );
    expect(named('exportBetsForEditing')[0]?.query).toEqual({ integrationId: '3', operatorCode: 'RIFUGIO' });
    expect(await screen.findByText(/^2 lists could not be read at their platforms/)).toBeVisible();
  });

  it('begin with the integration that someone comes from', async () => {
    const { named } = renderManage(
      { listGameImports: [], listIntegrations: { rows: [{ ...anIntegration(3, 'Alpina'), operators: [] }] } },
      { panel: 'file', integration: 3 },
    );
    expect(await screen.findByRole('button', { name: 'Export bet lists' })).toBeEnabled();
    expect(named('exportBetsForEditing')).toEqual([]);
  });

  it('stand old beside new, are applied after a question, and show how far they have come', async () => {
    let imports: BetImport[] = [];
    const rows: BetImportRow[] = [result, { ...refused, applied: { state: 'waiting', message: null } }];
    const { user, named } = renderManage(
      {
        listGameImports: [],
        listBetImports: () => imports,
        getBetImport: () => ({ import: applying, rows }),
        applyBetImport: () => {
          imports = [applying];
          return applying;
        },
      },
      { panel: 'file' },
    );
    const uploads = answerUploads(() => ({ status: 200, body: check }));
    await chooseFile(user);
    const table = await screen.findByRole('table', { name: 'Changed bet lists' });
    expect(uploads.map(({ path }) => path)).toEqual(['/api/bets/import/check']);
    expect(
      screen.getByText('bets.xlsx: 8 lists, of which 2 will change and 5 are as exported.'),
    ).toBeVisible();
    const first = within(table).getAllByRole('row')[1];
    expect(first).toHaveTextContent('Ember FoxRifugio, Alpina');
    expect(first).toHaveTextContent('Added0,40Removed0,20 · 0,50Now0,10 · 0,20 · 0,50New0,10 · 0,40');
    await user.click(screen.getByText('Unknown list 1'));
    expect(screen.getByRole('table', { name: 'Changed bet lists' })).toHaveTextContent(
      'The integration has no such operator, or does not play this game.',
    );

    await user.click(screen.getByRole('button', { name: 'Change 2 lists' }));
    const question = await screen.findByRole('dialog', { name: 'Change 2 bet lists at their platforms?' });
    expect(named('applyBetImport')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Change 2 lists' }));
    expect(await screen.findByText('Saving: 1 of 2')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Saving: 1 of 2' })).toBeVisible();
    expect(screen.queryByRole('table', { name: 'Changed bet lists' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo import: bets.xlsx' })).toBeNull();
    const results = await screen.findByRole('table', { name: 'Results' });
    expect(results).toHaveTextContent('Waiting');
  });

  it('say how many have changed, why the others have not, and are undone with a result for each', async () => {
    let imports: BetImport[] = [applied];
    let rows: BetImportRow[] = [result, refused];
    const { user, named } = renderManage(
      {
        listGameImports: [],
        listBetImports: () => imports,
        getBetImport: () => ({ import: imports[0], rows }),
        undoBetImport: () => {
          imports = [undone];
          rows = [{ ...result, undone: { state: 'done', message: null } }, refused];
          return undone;
        },
      },
      { panel: 'file' },
    );
    expect(await screen.findByText('1 of 2 changed')).toBeVisible();
    const toggle = screen.getByRole('button', { name: 'Results: bets.xlsx' });
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    const results = await screen.findByRole('table', { name: 'Results' });
    expect(within(results).getByText('Golden Reef').closest('tr')).toHaveTextContent(
      'RefusedThe platform refuses these bets.',
    );
    // What there was before stays so, whatever the list is by now.
    expect(within(results).getByText('Golden Reef').closest('tr')).toHaveTextContent(/Before0,10.*New0,10/);
    expect(results).not.toHaveTextContent('Now');
    await user.click(screen.getByRole('button', { name: 'Undo import: bets.xlsx' }));
    const question = await screen.findByRole('dialog', { name: 'Undo bets.xlsx?' });
    await user.click(within(question).getByRole('button', { name: 'Undo import' }));
    expect(await screen.findByText('Undone: 1 of 1')).toBeVisible();
    expect(named('undoBetImport')).toHaveLength(1);
    expect(await screen.findByRole('columnheader', { name: 'Undo' })).toBeVisible();
  });

  it('are not undone twice: while the undo waits for approval the import says so', async () => {
    let pending: object[] = [];
    const request = {
      id: 7,
      kind: 'bets',
      title: { code: 'approvals.betImportUndo', values: { file: 'bets.xlsx' } },
      subject: `bet-import/${applied.id}`,
      requestedAt: '2026-11-20T12:00:00.000Z',
      requestedBy: { userId: 'u-anna', username: 'anna' },
      isOwn: true,
      mayOpen: true,
    };
    const { user } = renderManage(
      {
        listGameImports: [],
        listBetImports: [applied],
        listPendingChanges: () => ({ rows: pending }),
        undoBetImport: () => {
          pending = [request];
          return new Held(request);
        },
      },
      { panel: 'file' },
    );
    const undo = await screen.findByRole('button', { name: 'Undo import: bets.xlsx' });
    expect(undo).toBeEnabled();
    await user.click(undo);
    const question = await screen.findByRole('dialog', { name: 'Undo bets.xlsx?' });
    await user.click(within(question).getByRole('button', { name: 'Undo import' }));
    expect(await screen.findByText('Its undo waits for approval')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo import: bets.xlsx' })).toBeDisabled();
  });

  it('are not there for who manages no bets', async () => {
    const { calls } = renderManage({ listGameImports: [] }, { panel: 'file' }, 'ludus_manager');
    expect(await screen.findByLabelText('Edited file')).toBeInTheDocument();
    expect(screen.queryByText('Bet lists')).toBeNull();
    expect(calls.map(({ endpoint }) => endpoint)).not.toContain('listBetImports');
  });
});
