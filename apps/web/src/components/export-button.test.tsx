import { type ExportedFile, messageOf } from '@ludus/contract';
import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as downloads from '../lib/download.ts';
import { setLanguage } from '../lib/language.ts';
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
  await user.click(screen.getByRole('button', { name: i18next.t('exportFile') }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

describe('export button', () => {
  const taken = vi.spyOn(downloads, 'download').mockImplementation(() => {});
  afterEach(async () => {
    taken.mockClear();
    await setLanguage('en');
  });

  it('[CHART-07] downloads what is quick, in the format that was chosen', async () => {
    const onExport = vi.fn(async () => file);
    await choose(onExport, 'CSV');
    expect(onExport).toHaveBeenCalledWith('csv');
    expect(taken).toHaveBeenCalledWith(file.url, 'charts.xlsx');
  });

  it('shows that it is running, and says of what takes longer that an email will come', async () => {
    let answer: (answered: ExportedFile) => void = () => {};
    const pending = new Promise<ExportedFile>((done) => {
      answer = done;
    });
    await choose(() => pending);
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
    answer({ ...file, state: 'running', url: null, jobId: 'job-1' });
    expect(await screen.findByText('This will take a while. You will get the file by email.')).toBeVisible();
    expect(taken).not.toHaveBeenCalled();
  });

  it('[I18N-01] shows why there is no file in the reader’s language', async () => {
    await setLanguage('it');
    const errorDetail = messageOf('mail.unreachable');
    await choose(async () => ({ ...file, state: 'failed', url: null, error: 'English', errorDetail }), 'CSV');
    expect(await screen.findByRole('alert')).toHaveTextContent('Il server di posta non è raggiungibile.');
  });

  it('says in its place why there is no file', async () => {
    await choose(async () => ({ ...file, state: 'failed', url: null, error: 'The disk is full.' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't create the file. The disk is full.");
    expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled();
  });
});
