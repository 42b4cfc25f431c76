import type { ExportedFile } from '@ludus/contract';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as downloads from '../lib/download.ts';
import { renderScreen } from '../test/render.tsx';
import { ExportButton } from './export-button.tsx';

const file: ExportedFile = {
  id: '0190a7de-0000-4000-8000-000000000001',
  state: 'done',
  fileName: 'charts.xlsx',
  format: 'xlsx',
  rows: 12,
  bytes: 3400,
  jobId: null,
  url: '/api/exports/1/file?signature=x',
  expiresAt: '2026-11-20T15:00:00Z',
  error: null,
};

async function choose(onExport: () => Promise<ExportedFile>, name = 'Excel (XLSX)') {
  const { user } = renderScreen(<ExportButton onExport={onExport} />);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

describe('export button', () => {
  const taken = vi.spyOn(downloads, 'download').mockImplementation(() => {});
  afterEach(() => taken.mockClear());

  it('[CHART-07] downloads what is quick, in the format that was chosen', async () => {
    const onExport = vi.fn(async () => file);
    await choose(onExport, 'CSV');
    expect(onExport).toHaveBeenCalledWith('csv');
    expect(taken).toHaveBeenCalledWith(file.url, 'charts.xlsx');
  });

  it('shows that it is running, and says of what takes longer that an e-mail will come', async () => {
    let answer: (answered: ExportedFile) => void = () => {};
    const pending = new Promise<ExportedFile>((done) => {
      answer = done;
    });
    await choose(() => pending);
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
    answer({ ...file, state: 'running', url: null, jobId: 'job-1' });
    expect(await screen.findByText('This takes longer. You get an e-mail with the file.')).toBeVisible();
    expect(taken).not.toHaveBeenCalled();
  });

  it('says in its place why there is no file', async () => {
    await choose(async () => ({ ...file, state: 'failed', url: null, error: 'The disk is full.' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The file could not be made. The disk is full.',
    );
    expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled();
  });
});
