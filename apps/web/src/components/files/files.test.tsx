import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aDocument } from '../../test/games.ts';
import { renderScreen } from '../../test/render.tsx';
import { DocumentList } from './document-list.tsx';
import { fileKindOf } from './file-kind.ts';

describe('the kind of a file', () => {
  it.each([
    ['image', ['a.jpg', 'a.jpeg', 'a.png', 'a.gif']],
    ['zip', ['a.zip']],
    ['pdf', ['a.pdf']],
    ['excel', ['a.xlsx', 'a.xls']],
    ['word', ['a.txt', 'a.docx', 'a.doc']],
    ['video', ['a.mp4', 'a.mov', 'a.avi', 'a.webm']],
    ['generic', ['a.exe', 'a', '', '.', 'pdf', 'a.pdf.bak']],
  ])('[CONST-08] %s goes by extension', (kind, names) => {
    for (const name of names) expect(fileKindOf(name)).toBe(kind);
  });

  it('[CONST-08] does not mind the case, and looks at the last extension', () => {
    expect(fileKindOf('Report.2026.PDF')).toBe('pdf');
    expect(fileKindOf('art.zip.JPEG')).toBe('image');
  });
});

describe('the list of files', () => {
  it('[GAME-38] shows icon, name, upload day in Rome and download of each', () => {
    const files = [
      aDocument(),
      // Half past midnight in Rome: the day there counts.
      aDocument({
        id: 52,
        name: 'Rules',
        fileName: 'rules.docx',
        bytes: 48_200,
        updatedAt: '2026-10-02T22:30:00Z',
      }),
    ];
    renderScreen(<DocumentList documents={files} label="Files" />);
    const [first, second] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
    expect(within(first).getByRole('img', { name: 'PDF document' })).toBeVisible();
    expect(first).toHaveTextContent('Certificate Italy');
    expect(first).toHaveTextContent('Uploaded on 02/10/2026');
    expect(first).toHaveTextContent('1,2 MB');
    const download = within(first).getByRole('link', { name: 'Download Certificate Italy' });
    expect(download).toHaveAttribute('href', '/api/files/signed-51');
    expect(download).toHaveAttribute('download', 'certificate-italy.pdf');
    expect(within(second).getByRole('img', { name: 'Text document' })).toBeVisible();
    expect(second).toHaveTextContent('Uploaded on 03/10/2026');
    expect(second).toHaveTextContent('48 kB');
  });

  it('[GAME-35] says when there are none', () => {
    renderScreen(<DocumentList documents={[]} label="Files" />);
    expect(screen.getByText('No files found')).toBeVisible();
    expect(screen.queryByRole('list')).toBeNull();
  });
});
