import { messageOf, type QuarantinedRow, type Role } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../lib/language.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { anIntegration, aStatus } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { cureOf } from './cures.ts';
import { QuarantinePage } from './pages/quarantine-page.tsx';
import { type QuarantineSearch, readQuarantineSearch } from './search.ts';

const row = (id: string, extra: Partial<QuarantinedRow> = {}): QuarantinedRow => ({
  id,
  integrationId: 3,
  integrationName: 'Alpina',
  jobId: '6f0b0b1c-6a57-4f0e-9a51-6f5c2a4f9d10',
  firstReceivedAt: '2026-11-18T10:00:00Z',
  receivedAt: '2026-11-20T10:00:00Z',
  times: 1,
  sessionId: `SES-${id}`,
  reason: 'Unknown game new_game.',
  reasonDetail: messageOf('quarantine.unknownGame', { slug: 'new_game' }),
  row: `{"sessionId":"SES-${id}","gameSlug":"new_game"}`,
  ...extra,
});

const rows = [
  row('1', { times: 12 }),
  row('2', {
    sessionId: null,
    reason: 'The row is not JSON.',
    reasonDetail: messageOf('quarantine.notJson'),
    row: '{"broken',
    jobId: 'import',
  }),
];

let shown: QuarantineSearch = {};
function Page({ start }: { start: QuarantineSearch }) {
  const [search, setSearch] = useState(start);
  shown = search;
  return <QuarantinePage search={search} onSearch={setSearch} />;
}

function show(
  start: QuarantineSearch = {},
  answers: Record<string, unknown> = {},
  role: Role = 'ludus_admin',
) {
  const calls = answerCalls({
    listQuarantinedRows: { rows, count: 45 },
    listServiceStatuses: { rows: [aStatus(3), aStatus(4, { integrationName: 'Baltica', fetchedAt: null })] },
    listIntegrations: { rows: [anIntegration(3, 'Alpina'), anIntegration(4, 'Baltica')] },
    ...answers,
  });
  const lists = () => calls.filter(({ endpoint }) => endpoint === 'listQuarantinedRows');
  return { ...renderScreen(<Page start={start} />, { role }), lists };
}

/** The table with its rows. */
async function table(): Promise<HTMLElement> {
  await screen.findByText('SES-1');
  return screen.getByRole('table', { name: 'Quarantined rows' });
}

afterEach(async () => {
  await setLanguage('en');
  shown = {};
});

describe('the quarantine', () => {
  it('lists when a row came, from where, its session, its reason and how often', async () => {
    show();
    await screen.findByText('45 rows the hub could not store, newest first');
    const lines = within(await table()).getAllByRole('row');
    const texts = lines.map((line) =>
      within(line)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(texts.slice(1)).toEqual([
      ['20/11/2026, 11:00:00', expect.stringContaining('Alpina'), 'SES-1', 'Unknown game new_game.', '12'],
      [
        '20/11/2026, 11:00:00',
        expect.stringContaining('Alpina'),
        'Not readable',
        'The row is not JSON.',
        '1',
      ],
    ]);
  });

  it('[I18N-01] says the reasons in the reader’s language', async () => {
    await setLanguage('it');
    show();
    expect(await screen.findByText('Gioco new_game sconosciuto.')).toBeVisible();
    expect(screen.getByText('La riga non è JSON.')).toBeVisible();
  });

  it('asks for what the address says, and keeps filters and page in it', async () => {
    const { lists, user } = show({ integration: 3, job: 'import', page: 2 });
    await table();
    expect(screen.getByRole('link', { name: 'Sessions' })).toHaveAttribute('href', '/sessions');
    expect(lists().at(-1)?.query).toEqual({ integrationId: '3', jobId: 'import', page: '2', limit: '20' });

    await user.click(await screen.findByRole('button', { name: /Next/ }));
    expect(shown).toEqual({ integration: 3, job: 'import', page: 3, row: undefined });
    await user.click(screen.getByRole('combobox', { name: 'Integration' }));
    await user.click(await screen.findByRole('option', { name: 'Baltica' }));
    expect(shown).toEqual({ integration: 4, job: 'import', page: undefined, row: undefined });
    await waitFor(() =>
      expect(lists().at(-1)?.query).toEqual({ integrationId: '4', jobId: 'import', page: '1', limit: '20' }),
    );
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(shown).toEqual({ integration: undefined, job: undefined, page: undefined, row: undefined });
  });

  it('offers the fetches of the rows on the screen, and that of the address', async () => {
    const { user } = show({ job: 'another-job' });
    await table();
    await user.click(screen.getByRole('combobox', { name: 'Source' }));
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Fetch of 20/11/2026 11:00',
      'File import',
      'Selected fetch',
    ]);
  });

  it('says what an empty list means, and shows a failure as one', async () => {
    const none = { listQuarantinedRows: { rows: [], count: 0 } };
    const { unmount } = show({}, none);
    const stored = await screen.findByRole('region', { name: 'Nothing in quarantine' });
    expect(
      await within(stored).findByText(/^All rows received up to 20\/11\/2026,? 14:30 are stored$/),
    ).toBeVisible();
    expect(await within(stored).findByRole('row', { name: /Alpina/ })).toHaveTextContent(
      /20\/11\/2026,? 14:30$/,
    );
    expect(within(stored).getByRole('row', { name: /Baltica/ })).toHaveTextContent(/No rows received yet$/);
    expect(screen.queryByRole('combobox')).toBeNull();
    unmount();

    const filtered = show({ job: 'import' }, none);
    await filtered.user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(shown).toEqual({});
    filtered.unmount();

    const past = show({ page: 9 }, { listQuarantinedRows: { rows: [], count: 45 } });
    await past.user.click(await screen.findByRole('button', { name: 'Go to page 1' }));
    expect(shown).toEqual({ page: undefined });
    past.unmount();

    show({}, { listQuarantinedRows: new Refusal(500, 'It broke.') });
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.queryByText('No quarantined rows')).toBeNull();
  });

  it('is two lines a row on a phone', async () => {
    setViewport(390);
    show();
    expect(await screen.findByText('Unknown game new_game.')).toBeVisible();
    expect(screen.getByText('Received 12 times')).toBeVisible();
  });
});

describe('a quarantined row', () => {
  it('of an unknown game leads to the catalogue and the wizard, and is copied as it was received', async () => {
    const { user } = show();
    await user.click(within(await table()).getByText('SES-1'));
    expect(shown).toEqual({ row: '1' });
    const dialog = await screen.findByRole('dialog', { name: 'Quarantined row' });
    expect(
      within(dialog).getByText(
        'Add the game to the catalog, then fetch these days with “Fetch all changes again”.',
      ),
    ).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'Find new_game in the catalog' })).toHaveAttribute(
      'href',
      '/catalog?search=new_game',
    );
    expect(within(dialog).getByRole('link', { name: 'New game' })).toHaveAttribute('href', '/games/1');
    expect(dialog.querySelector('pre')?.textContent).toBe(
      '{\n  "sessionId": "SES-1",\n  "gameSlug": "new_game"\n}',
    );

    const writeText = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(within(dialog).getByRole('button', { name: 'Copy Row' }));
    expect(writeText).toHaveBeenCalledWith('{"sessionId":"SES-1","gameSlug":"new_game"}');
    await user.keyboard('{Escape}');
    expect(shown).toEqual({ row: undefined });
  });

  it('that is no JSON is opened by a link and shown as it is', async () => {
    show({ row: '2' });
    const dialog = await screen.findByRole('dialog', { name: 'Quarantined row' });
    expect(dialog.querySelector('pre')?.textContent).toBe('{"broken');
    expect(within(dialog).getByText('File import')).toBeVisible();
    expect(within(dialog).queryByRole('link', { name: 'New game' })).toBeNull();
  });

  it('has a cure for each reason', () => {
    expect(cureOf(messageOf('quarantine.unknownGame', { slug: 'x' }))).toBe('game');
    expect(cureOf(messageOf('quarantine.unknownOperator', { code: 'X' }))).toBe('operator');
    expect(cureOf(messageOf('quarantine.changedInFuture'))).toBe('time');
    expect(cureOf(messageOf('quarantine.noExternalIds'))).toBe('version');
    expect(cureOf(messageOf('quarantine.playerDiffers'))).toBe('conflict');
    expect(cureOf(messageOf('quarantine.notJson'))).toBe('form');
    expect(cureOf({ code: 'quarantine.newer', values: {} })).toBe('form');
  });
});

describe('the address of the quarantine', () => {
  it('is read field by field, and what is wrong in it is left out', () => {
    expect(readQuarantineSearch({ integration: '3', job: 'import', page: '2', row: '17' })).toEqual({
      integration: 3,
      job: 'import',
      page: 2,
      row: '17',
    });
    expect(readQuarantineSearch({ integration: 'x', job: 'j'.repeat(61), page: '0', row: '' })).toEqual({});
  });
});
