import type { ImportedFile, SheetImport } from '@ludus/contract';
import { notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerUploads } from '../../test/answer-uploads.ts';
import { renderManage } from '../../test/manage-screen.tsx';

beforeEach(() => notifications.clean());

const started: SheetImport = {
  id: '0190a7de-0000-4000-8000-00000000000b',
  kind: 'media',
  fileName: 'abyss-regalia-main.webp',
  files: 0,
  username: 'admin',
  checkedAt: '2026-11-20T10:00:00.000Z',
  appliedAt: null,
  undoneAt: null,
  games: 0,
  isUndoable: false,
};
const applied: SheetImport = {
  ...started,
  games: 1,
  files: 2,
  appliedAt: '2026-11-20T10:01:00.000Z',
  isUndoable: true,
};

const main: ImportedFile = {
  id: 1,
  name: 'abyss-regalia-main.webp',
  verdict: 'waiting',
  game: { id: 1, name: 'Abyss Regalia' },
  role: 'main',
  place: null,
  old: null,
  new: null,
  width: null,
  height: null,
  message: null,
};
const gallery: ImportedFile = {
  ...main,
  id: 2,
  name: 'abyss-regalia-gallery-2.webp',
  role: 'gallery',
  place: 2,
};
const ghost: ImportedFile = {
  ...main,
  id: null,
  name: 'ghost-main.webp',
  verdict: 'refused',
  game: null,
  role: null,
  message: { code: 'fields.mediaGame', values: { game: 'ghost' } },
};

type User = ReturnType<typeof renderManage>['user'];
const chooseFiles = async (user: User, count = 3) =>
  user.upload(
    await screen.findByLabelText('Images and videos'),
    Array.from(
      { length: count },
      (_, index) => new File(['x'], [main, gallery, ghost][index]?.name ?? 'x.png'),
    ),
  );
const replaced = {
  ...main,
  verdict: 'replace' as const,
  old: '/media/a/old.webp',
  new: '/media/b/new.webp',
  width: 30,
  height: 20,
};
const added = { ...gallery, verdict: 'add' as const, new: '/media/c/next.webp', width: 400, height: 300 };

describe('images and videos by file name', () => {
  it('are judged by name, sent, shown beside what they replace, applied after a question, and undone', async () => {
    let imports: SheetImport[] = [];
    const { user, named } = renderManage(
      {
        listGameImports: () => imports,
        startMediaImport: { import: started, files: [main, gallery, ghost] },
        applyGameImport: () => {
          imports = [applied];
          return { import: applied, refused: [] };
        },
        undoGameImport: () => {
          imports = [{ ...applied, isUndoable: false, undoneAt: '2026-11-20T10:02:00.000Z' }];
          return { import: imports[0], refused: [] };
        },
      },
      { panel: 'file' },
    );
    const uploads = answerUploads(({ path }) => ({
      status: 200,
      body: path.endsWith('/1') ? replaced : added,
    }));
    await chooseFiles(user);
    const table = await screen.findByRole('table', { name: 'Files by name' });
    expect(named('startMediaImport')[0]?.body).toEqual({
      files: [main, gallery, ghost].map(({ name }) => ({ name, bytes: 1 })),
    });
    expect(uploads.map(({ path }) => path).sort()).toEqual([
      '/api/games/import/media/1',
      '/api/games/import/media/2',
    ]);
    expect(screen.getByText('3 files, of which 2 will change a game.')).toBeVisible();
    expect(table).toHaveTextContent('Gallery, place 2400 × 300 px');
    await user.click(screen.getByText('Will replace 1'));
    const replacing = screen.getByRole('table', { name: 'Files by name' });
    expect(replacing).toHaveTextContent('30 × 20 px, recommended: 1242 × 1464 px');
    expect(within(replacing).getByRole('img', { name: 'Now' })).toHaveAttribute('src', '/media/a/old.webp');
    expect(within(replacing).getByRole('img', { name: 'New' })).toHaveAttribute('src', '/media/b/new.webp');
    await user.click(screen.getByText('Refused 1'));
    expect(screen.getByRole('table', { name: 'Files by name' })).toHaveTextContent(
      'No game of the catalog has the slug or ID ghost.',
    );

    await user.click(screen.getByRole('button', { name: 'Apply 2 files' }));
    const question = await screen.findByRole('dialog', { name: 'Change images and videos with 2 files?' });
    expect(named('applyGameImport')).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Apply 2 files' }));
    expect(await screen.findByText('Images and videos of 1 game changed')).toBeVisible();
    expect(screen.queryByRole('table', { name: 'Files by name' })).toBeNull();

    const undo = 'Undo import: abyss-regalia-main.webp and 1 more';
    await user.click(await screen.findByRole('button', { name: undo }));
    const asked = await screen.findByRole('dialog', { name: 'Undo abyss-regalia-main.webp and 1 more?' });
    await user.click(within(asked).getByRole('button', { name: 'Undo import' }));
    expect(await screen.findByText('Import of images and videos undone')).toBeVisible();
  });

  it('that did not arrive are sent again, and only those', async () => {
    const { user } = renderManage(
      { listGameImports: [], startMediaImport: { import: started, files: [main, gallery] } },
      { panel: 'file' },
    );
    answerUploads(({ path }) =>
      path.endsWith('/1')
        ? { status: 200, body: replaced }
        : { status: 500, body: { code: 'internal', message: 'Broken.', requestId: 'r' } },
    );
    await chooseFiles(user, 2);
    expect(await screen.findByText('Not sent 1')).toBeVisible();
    const uploads = answerUploads(() => ({ status: 200, body: added }));
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByRole('button', { name: 'Apply 2 files' })).toBeEnabled();
    expect(uploads.map(({ path }) => path)).toEqual(['/api/games/import/media/2']);
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  it('are at most 200, and are named by example', async () => {
    const { user, named } = renderManage({ listGameImports: [] }, { panel: 'file' });
    expect(await screen.findByText('golden-reef-gallery-1.webp')).toBeVisible();
    await chooseFiles(user, 201);
    expect(await screen.findByText('Choose at most 200 files at once.')).toBeVisible();
    expect(named('startMediaImport')).toEqual([]);
  });
});
