import { Notifications, notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls } from '../../test/answer-calls.ts';
import { answerUploads, type UploadAnswer } from '../../test/answer-uploads.ts';
import { alpina } from '../../test/documentation-screen.tsx';
import { aDocument, aGame } from '../../test/games.ts';
import { renderScreen } from '../../test/render.tsx';
import { DocumentsPanel } from './components/documents-panel.tsx';
import type { DocumentsSearch } from './search.ts';

const games = [aGame(), aGame({ id: 8, name: 'Frostjarl', sub_name: null, slug: 'frostjarl' })];

function renderPanel(search: DocumentsSearch, answer: (place: number) => UploadAnswer = () => stored) {
  answerCalls({
    listCertificates: [],
    listCatalog: { rows: games },
    listIntegrations: { rows: [alpina] },
  });
  const uploads = answerUploads((_seen, place) => answer(place));
  const onSearch = vi.fn();
  const view = renderScreen(
    <>
      <Notifications />
      <DocumentsPanel search={search} onSearch={onSearch} />
    </>,
  );
  return { ...view, uploads, onSearch };
}

const stored: UploadAnswer = { status: 200, body: aDocument() };
const file = new File(['%PDF-1.7'], 'rng.pdf', { type: 'application/pdf' });
const save = () => screen.getByRole('button', { name: 'Save' });
const dialog = () => screen.findByRole('dialog', { name: 'Add document' });

type User = ReturnType<typeof renderScreen>['user'];

async function pick(user: User, what: string, name: string) {
  await user.type(within(await dialog()).getByRole('combobox', { name: what }), name);
  await user.click(await screen.findByRole('option', { name }));
}

async function open(user: User, chosen: File | null = file) {
  await user.click(screen.getByRole('button', { name: 'Add document' }));
  await dialog();
  if (chosen) await user.upload(screen.getByLabelText('Choose files'), chosen);
}

beforeEach(() => {
  notifications.clean();
  vi.stubGlobal('scrollTo', () => {});
});

describe('[CERT-04] adding a document', () => {
  it('[CERT-05] waits for a file and a game, and says which is missing', async () => {
    const { user } = renderPanel({});
    await open(user, null);
    expect(save()).toBeDisabled();
    expect(screen.getByText('Choose a file.')).toBeVisible();
    await user.upload(screen.getByLabelText('Choose files'), file);
    expect(screen.getByText('Choose at least one game.')).toBeVisible();
    expect(save()).toBeDisabled();
    // The file's name is what the document is called by default.
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAttribute(
      'placeholder',
      'Named like the file',
    );
  });

  it('[API-025][OPEN-40] applies one file to several games in one call, for every integration', async () => {
    const { user, uploads } = renderPanel({ game: 7 });
    await open(user);
    await pick(user, 'Games applies to every selected game', 'Frostjarl');
    // More can be chosen; Escape closes the list, and not the dialog around it.
    expect(screen.getByRole('listbox')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Add document' })).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(uploads).toHaveLength(1);
    expect(uploads[0]).toMatchObject({
      path: '/api/certificates/create',
      fields: { isGeneral: 'false', 'gameId[]': '7,8' },
    });
    expect(uploads[0]?.file.name).toBe('rng.pdf');
    expect(await screen.findByText('Document added')).toBeVisible();
    expect(screen.queryByText('General document created')).toBeNull();
  });

  it('[OPEN-40] or to games for one integration, under another name', async () => {
    const { user, uploads } = renderPanel({ integration: 3, game: 7, view: 'games' });
    await open(user);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' RNG 2026 ');
    await user.click(save());
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.fields).toEqual({
      isGeneral: 'false',
      'gameId[]': '7',
      integrationId: '3',
      name: 'RNG 2026',
    });
  });

  it('[ERR-036][OPEN-40] stores a general document of an integration and says so', async () => {
    const { user, uploads } = renderPanel({});
    await open(user);
    await user.click(screen.getByRole('radio', { name: 'General, for an integration' }));
    expect(screen.getByText('Choose an integration.')).toBeVisible();
    await pick(user, 'Integration', 'Alpina');
    await user.click(save());
    expect(await screen.findByText('General document created')).toBeVisible();
    expect(uploads[0]?.fields).toEqual({ isGeneral: 'true', integrationId: '3' });
  });

  it.each([
    ['page.html', 1, 'Wrong file extension'],
    ['no extension', 1, 'Wrong file extension'],
    ['empty.pdf', 0, 'This file is empty.'],
    ['film.mp4', 52_428_801, 'This file is larger than 50 MB.'],
  ])('takes %s by drop for what it is, and sends nothing', async (name, size, text) => {
    const { user, uploads } = renderPanel({ game: 7 });
    await open(user, null);
    const given = new File(['x'], name);
    Object.defineProperty(given, 'size', { value: size });
    const zone = screen.getByLabelText('Choose files').parentElement as HTMLElement;
    fireEvent.drop(zone, { dataTransfer: { files: [given], types: ['Files'] } });
    expect(await screen.findByText(text)).toBeVisible();
    expect(save()).toBeDisabled();
    expect(uploads).toEqual([]);
  });

  it('[ERR-033][OPEN-63] a failure is logged without a message, everything stays, and it can be tried again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const lost: UploadAnswer = { status: 0, sent: 1 };
    const { user, uploads } = renderPanel({ game: 7 }, (place) => (place === 0 ? lost : stored));
    await open(user);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'RNG');
    await user.click(save());
    expect(await screen.findByText('Not uploaded')).toBeVisible();
    expect(log).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('RNG');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(uploads.map(({ fields }) => fields.name)).toEqual(['RNG', 'RNG']);
    log.mockRestore();
  });

  it('a file whose content is not what its name says is refused at the field', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const refused = { message: 'Wrong file extension', code: 'unsupported_media' };
    const { user } = renderPanel({ game: 7 }, () => ({ status: 415, body: refused }));
    await open(user);
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong file extension');
    expect(screen.queryByText('Not uploaded')).toBeNull();
    log.mockRestore();
  });

  it('sends nothing while its end is no day, which is named beside the field', async () => {
    const { user, uploads } = renderPanel({ game: 7 }, () => stored);
    await open(user);
    const end = screen.getByRole('textbox', { name: 'Valid until' });
    await user.type(end, '31/02/2027');
    await user.click(save());
    expect(end).toHaveAccessibleDescription('Invalid date (dd/mm/yyyy)');
    expect(uploads).toEqual([]);
    await user.clear(end);
    await user.type(end, '28/02/2027');
    await user.click(save());
    await waitFor(() => expect(uploads.map(({ fields }) => fields.validUntil)).toEqual(['2027-02-28']));
  });

  it('asks for the end of a certificate, or the word that it has none', async () => {
    const { user, uploads } = renderPanel({ game: 7 }, () => stored);
    await open(user);
    expect(screen.queryByRole('checkbox', { name: 'It has no end' })).toBeNull();
    await pick(user, 'Type', 'Certificate');
    await user.click(save());
    const end = screen.getByRole('textbox', { name: 'Valid until' });
    expect(end).toHaveAccessibleDescription('Enter the last day, or state that it has no end.');
    expect(uploads).toEqual([]);
    await user.type(end, '30/06/2027');
    const none = screen.getByRole('checkbox', { name: 'It has no end' });
    await user.click(none);
    expect(end).toHaveValue('');
    await user.click(save());
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.fields).toMatchObject({ type: 'certificate', hasNoEnd: 'true' });
    expect(uploads[0]?.fields).not.toHaveProperty('validUntil');
  });

  it('sends several files one after the other with type and end; what failed stays, with its error beside it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const lost: UploadAnswer = { status: 0, sent: 1 };
    const { user, uploads } = renderPanel({ game: 7 }, (place) => (place === 0 ? lost : stored));
    await open(user, null);
    const second = new File(['%PDF-1.7'], 'rtp.pdf', { type: 'application/pdf' });
    await user.upload(screen.getByLabelText('Choose files'), [file, second]);
    await user.type(screen.getByRole('textbox', { name: 'Name of rtp.pdf' }), 'RTP');
    await pick(user, 'Type', 'Certificate');
    await user.type(screen.getByRole('textbox', { name: 'Valid until' }), '30/06/2027');
    await user.tab();
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    const rows = screen.getByRole('list', { name: 'Chosen files' });
    await waitFor(() => expect(within(rows).getAllByRole('listitem')).toHaveLength(1));
    expect(await within(rows).findByRole('alert')).toHaveTextContent('Not uploaded');
    expect(rows).toHaveTextContent('rng.pdf');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(uploads.map(({ file: sent }) => sent.name)).toEqual(['rng.pdf', 'rtp.pdf', 'rng.pdf']);
    expect(uploads[1]?.fields).toEqual({
      isGeneral: 'false',
      'gameId[]': '7',
      name: 'RTP',
      type: 'certificate',
      validUntil: '2027-06-30',
    });
    log.mockRestore();
  });
});
