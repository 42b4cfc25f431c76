import type { SheetCheck, SheetImport } from '@ludus/contract';
import { notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as downloads from '../../lib/download.ts';
import { answerUploads } from '../../test/answer-uploads.ts';
import { renderManage } from '../../test/manage-screen.tsx';

vi.mock('../../lib/download.ts', () => ({ download: vi.fn() }));
beforeEach(() => notifications.clean());

const checked: SheetImport = {
  id: '0190a7de-0000-4000-8000-00000000000a',
  kind: 'workbook',
  fileName: 'games.xlsx',
  files: 0,
  username: 'admin',
  checkedAt: '2026-11-20T10:00:00.000Z',
  appliedAt: null,
  undoneAt: null,
  games: 1,
  isUndoable: false,
};
const applied: SheetImport = { ...checked, appliedAt: '2026-11-20T10:01:00.000Z', isUndoable: true };
const row = { changes: [], errors: [] };
const check: SheetCheck = {
  import: checked,
  needsApproval: false,
  ignored: ['note'],
  rows: [
    {
      ...row,
      line: 2,
      gameId: 1,
      name: 'Abyss Regalia',
      verdict: 'change',
      changes: [{ column: 'rtp', old: '96', new: '95.5' }],
    },
    {
      ...row,
      line: 3,
      gameId: 2,
      name: 'Brass Fathoms',
      verdict: 'error',
      errors: [{ column: 'demo', value: 'x', message: { code: 'fields.sheetYesNo', values: {} } }],
    },
  ],
};

const chooseFile = async (user: ReturnType<typeof renderManage>['user']) =>
  user.upload(await screen.findByLabelText('Edited file'), new File(['x'], 'games.xlsx'));

describe('games by file', () => {
  it('are exported, checked row by row, applied after a question, and undone', async () => {
    let imports: SheetImport[] = [];
    const { user, named } = renderManage(
      {
        exportGamesForEditing: { fileName: 'games-2026-11-20.xlsx', games: 4, content: 'UEs=' },
        listGameImports: () => imports,
        applyGameImport: () => {
          imports = [applied];
          return { import: applied, refused: [{ id: 4, name: 'Dead Creek Gold' }] };
        },
        undoGameImport: () => {
          imports = [{ ...applied, isUndoable: false, undoneAt: '2026-11-20T10:02:00.000Z' }];
          return { import: imports[0], refused: [] };
        },
      },
      { panel: 'file' },
    );
    const uploads = answerUploads(() => ({ status: 200, body: check }));
    await user.click(await screen.findByRole('button', { name: 'Export for editing' }));
    await vi.waitFor(() =>
      expect(downloads.download).toHaveBeenCalledWith(expect.any(Blob), 'games-2026-11-20.xlsx'),
    );

    await chooseFile(user);
    const table = await screen.findByRole('table', { name: 'Rows of the file' });
    expect(table).toHaveTextContent('rtp 96 → 95.5');
    expect(screen.getByText('Columns that mean nothing here: note')).toBeVisible();
    expect(uploads.map(({ path }) => path)).toEqual(['/api/games/import/check']);
    await user.click(screen.getByText('Errors 1'));
    expect(screen.getByRole('table', { name: 'Rows of the file' })).toHaveTextContent(
      'demo x – Write yes or no.',
    );

    await user.click(screen.getByRole('button', { name: 'Apply 1 row' }));
    const question = await screen.findByRole('dialog', { name: 'Change 1 game?' });
    expect(named('applyGameImport')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Apply 1 row' }));
    expect(await screen.findByText('1 game changed')).toBeVisible();
    expect(await screen.findByText(/left as they are: Dead Creek Gold/)).toBeVisible();

    await user.click(await screen.findByRole('button', { name: 'Undo import: games.xlsx' }));
    const undo = await screen.findByRole('dialog', { name: 'Undo games.xlsx?' });
    await user.click(within(undo).getByRole('button', { name: 'Undo import' }));
    expect(await screen.findByText('1 game has its old values again')).toBeVisible();
    expect(await screen.findByText('Undone')).toBeVisible();
    expect(named('undoGameImport')).toHaveLength(1);
  });

  it('are not applied where a second person must approve who sees them', async () => {
    const { user } = renderManage({ listGameImports: [] }, { panel: 'file' });
    answerUploads(() => ({ status: 200, body: { ...check, needsApproval: true } }));
    await chooseFile(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This file changes who sees more games/);
    expect(screen.getByRole('button', { name: 'Apply 1 row' })).toBeDisabled();
  });

  it('of an earlier file are not applied once another one is refused', async () => {
    const { user } = renderManage({ listGameImports: [] }, { panel: 'file' });
    answerUploads(() => ({ status: 200, body: check }));
    await chooseFile(user);
    expect(await screen.findByRole('status')).toHaveTextContent(
      'games.xlsx: 2 rows, of which 1 will change a game.',
    );
    answerUploads(() => ({
      status: 422,
      body: { code: 'validation', message: 'Invalid.', fields: { file: 'No games.' }, requestId: 'r' },
    }));
    await chooseFile(user);
    expect(await screen.findByText('No games.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
  });

  it('says why a file is refused and keeps its name', async () => {
    const { user } = renderManage({ listGameImports: [] }, { panel: 'file' });
    answerUploads(() => ({
      status: 422,
      body: {
        code: 'validation',
        message: 'Invalid.',
        fields: { file: 'The file has no column version.' },
        requestId: 'r',
      },
    }));
    await chooseFile(user);
    expect(await screen.findByText('The file has no column version.')).toBeVisible();
    expect(screen.getByText('games.xlsx')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
  });
});
