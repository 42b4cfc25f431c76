import type { Certificate, CoverageCell, CoverageRow, Role } from '@ludus/contract';
import { Notifications, notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, today } from '../../lib/days.ts';
import { formatDay } from '../../lib/format.ts';
import { setLanguage } from '../../lib/language.ts';
import { answerCalls } from '../../test/answer-calls.ts';
import { answerUploads } from '../../test/answer-uploads.ts';
import { alpina, baltica, frost, skadi } from '../../test/documentation-screen.tsx';
import { aDocument } from '../../test/games.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { type CertificatesSearch, readCertificatesSearch } from './certificates-search.ts';
import { successorName } from './components/replace-document.tsx';
import { CertificatesPage } from './pages/certificates-page.tsx';

const inDays = (days: number) => addDays(today(), days);
const aRow = (part: Partial<Certificate> & { gameCount?: number } = {}) => ({
  ...aDocument({ type: 'certificate', jurisdiction: 'IT', validUntil: inDays(400), ...part }),
  gameCount: part.gameCount ?? 1,
});
const expired = aRow({ id: 1, name: 'Old certificate', validUntil: inDays(-1) });
const expiring = aRow({ id: 2, name: 'RNG', validUntil: inDays(60), jurisdiction: 'MT', gameCount: 4 });
const valid = aRow({ id: 3, name: 'Suite', validUntil: inDays(61), validFrom: inDays(-30) });
const states = { upcoming: 0, valid: 1, expiring: 1, expired: 1, replaced: 5 };
const detail = {
  ...aDocument({
    id: 2,
    name: 'RNG',
    type: 'certificate',
    jurisdiction: 'MT',
    validUntil: inDays(60),
    checksum: 'ab'.repeat(32),
    version: '2.1',
    language: 'it',
    addedBy: 'ada',
  }),
  replaces: { id: 9, name: 'RNG of last year' },
};
const cell = (part: Partial<CoverageCell> = {}): CoverageCell => ({
  jurisdiction: 'IT',
  state: 'valid',
  until: '2028-01-31',
  from: null,
  certificateId: 3,
  integrations: [{ id: 3, name: 'Alpina' }],
  ...part,
});
const matrix: CoverageRow[] = [
  {
    game: { id: 7, name: 'Wolves of Skadi', sub_name: null },
    cells: [cell(), cell({ jurisdiction: 'MT', state: 'expired', until: '2026-01-31', certificateId: 1 })],
  },
  {
    game: { id: 8, name: 'Frostjarl', sub_name: 'Hold & Win' },
    cells: [cell({ state: 'missing', until: null, certificateId: null })],
  },
];

function renderCertificates(
  start: CertificatesSearch = {},
  { role = 'ludus_admin' as Role, answers = {} as Record<string, unknown> } = {},
) {
  const calls = answerCalls({
    searchCertificates: { rows: [expired, expiring, valid], count: 3, states, withoutJurisdiction: 0 },
    getCertificate: detail,
    getCertificateCoverage: {
      rows: matrix,
      count: 2,
      jurisdictions: ['IT', 'MT'],
      totals: { valid: 1, expiring: 0, expired: 1, missing: 1 },
      byJurisdiction: [
        { jurisdiction: 'IT', totals: { valid: 1, expiring: 0, expired: 0, missing: 1 } },
        { jurisdiction: 'MT', totals: { valid: 0, expiring: 0, expired: 1, missing: 0 } },
      ],
    },
    listCatalog: { rows: [skadi, frost] },
    listIntegrations: { rows: [alpina, baltica] },
    ...answers,
  });
  const uploads = answerUploads(() => ({ status: 200, body: aDocument({ id: 77, name: 'RNG' }) }));
  const seen: CertificatesSearch[] = [];
  function Page() {
    const [search, setSearch] = useState(start);
    return (
      <>
        <Notifications />
        <CertificatesPage
          search={search}
          onSearch={(next) => {
            seen.push(next);
            setSearch(next);
          }}
        />
      </>
    );
  }
  const asked = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...renderScreen(<Page />, { role }), asked, uploads, seen };
}

const table = (name: string) => screen.findByRole('table', { name });
const tile = (name: RegExp) => screen.findByRole('button', { name });

beforeEach(() => {
  notifications.clean();
  vi.stubGlobal('scrollTo', () => {});
});
afterEach(async () => {
  await setLanguage('en');
});

describe('the list of certificates', () => {
  it('says of each document its state, where it holds, its games and its end', async () => {
    renderCertificates();
    const rows = await within(await table('Certificates and documents')).findAllByRole('row', {
      name: /^Show/,
    });
    expect(rows.map((row) => within(row).getByText(/^(Valid|Expiring|Expired)$/).textContent)).toEqual([
      'Expired',
      'Expiring',
      'Valid',
    ]);
    for (const text of ['Malta (MGA)', 'Wolves of Skadi', '+3', formatDay(inDays(60))])
      expect(rows[1]).toHaveTextContent(text);
    // Whether an end is near is not to be computed by the reader.
    for (const [place, text] of ['1 day ago', 'in 60 days', 'in 2 months'].entries())
      expect(rows[place]).toHaveTextContent(text);
  });

  it('is narrowed down by its states, whose numbers stay, and by the filters', async () => {
    const { user, asked } = renderCertificates();
    expect(await tile(/^Expiring\s*1/)).toHaveAttribute('aria-pressed', 'false');
    await user.click(await tile(/^Replaced\s*5/));
    await waitFor(() =>
      expect(asked('searchCertificates').at(-1)?.query).toMatchObject({ state: 'replaced' }),
    );
    await user.click(screen.getByRole('combobox', { name: 'Expires within' }));
    await user.click(await screen.findByRole('option', { name: '60 days' }));
    await waitFor(() =>
      expect(asked('searchCertificates').map(({ query }) => query)).toContainEqual({
        state: 'replaced',
        within: '60',
        limit: '50',
      }),
    );
  });

  it('counts what has expired the same in its tile and in its line while only what ends soon is listed', async () => {
    const { user, asked, seen } = renderCertificates(
      { within: 60, state: 'expired' },
      {
        answers: {
          searchCertificates: ({ query }: { query?: { within?: string } }) =>
            query?.within === undefined
              ? { rows: [expired], count: 1, states, withoutJurisdiction: 0 }
              : {
                  rows: [expiring],
                  count: 1,
                  states: { ...states, valid: 0, expired: 0, replaced: 0 },
                  withoutJurisdiction: 0,
                },
        },
      },
    );
    // Nothing that has ended ends within 60 days: the list is of those that do.
    expect(await tile(/^Within 60 days\s*1/)).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findByText(/^1 expired before today and is not among those that/)).toBeVisible();
    for (const press of [/^Expired\s*1/, 'Show expired']) {
      await user.click(await screen.findByRole('button', { name: press }));
      expect(seen.at(-1)).toMatchObject({ state: 'expired', within: undefined });
      await waitFor(() =>
        expect(asked('searchCertificates').at(-1)?.query).toEqual({ state: 'expired', limit: '50' }),
      );
      await user.click(screen.getByRole('combobox', { name: 'Expires within' }));
      await user.click(await screen.findByRole('option', { name: '60 days' }));
      await tile(/^Within 60 days\s*1/);
    }
  });

  it('keeps its filters where it leads to certificates without a jurisdiction, which it counts under them', async () => {
    const { user, seen } = renderCertificates(
      { within: 60 },
      { answers: { searchCertificates: { rows: [expiring], count: 1, states, withoutJurisdiction: 1 } } },
    );
    await screen.findByText(/^1 valid certificate has no jurisdiction/);
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(seen.at(-1)).toMatchObject({ within: 60, type: 'certificate', jurisdiction: 'none' });
  });

  it('leads to certificates of which no one has said where they hold', async () => {
    const { user, asked } = renderCertificates(
      { state: 'expired' },
      {
        answers: {
          searchCertificates: { rows: [], count: 0, states, withoutJurisdiction: 2 },
        },
      },
    );
    expect(await screen.findByText(/2 valid certificates have no jurisdiction/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() =>
      expect(asked('searchCertificates').at(-1)?.query).toEqual({
        type: 'certificate',
        jurisdiction: 'none',
        limit: '50',
      }),
    );
  });

  it('reads what is no choice in an address as none', () => {
    expect(
      readCertificatesSearch({
        view: 'list',
        state: 'gone',
        within: '400',
        jurisdiction: 'none',
        gaps: 'no',
        page: '1',
      }),
    ).toEqual({
      view: undefined,
      state: undefined,
      type: undefined,
      jurisdiction: 'none',
      integration: undefined,
      game: undefined,
      within: undefined,
      find: undefined,
      gaps: undefined,
      page: undefined,
      id: undefined,
    });
  });
});

describe('a document that is open', () => {
  it('shows all that is known of it, its checksum to be copied, and what it has replaced', async () => {
    const { user, seen } = renderCertificates({ id: 2 });
    const panel = await screen.findByRole('dialog', { name: 'RNG' });
    for (const text of ['Malta (MGA)', 'Italian', '2.1', 'ada', 'ab'.repeat(32), '1 game'])
      expect(panel).toHaveTextContent(text);
    await user.click(within(panel).getByRole('button', { name: 'Copy Checksum' }));
    expect(await navigator.clipboard.readText()).toBe('ab'.repeat(32));
    expect(await screen.findByText('Checksum copied')).toBeVisible();
    await user.click(within(panel).getByRole('button', { name: 'RNG of last year' }));
    expect(seen.at(-1)).toMatchObject({ id: 9 });
  });

  it('is replaced with a new file, and the successor opens', async () => {
    const { user, uploads, seen } = renderCertificates({ id: 2 });
    await user.click(await screen.findByRole('button', { name: 'Replace with a new file' }));
    const dialog = await screen.findByRole('dialog', { name: 'Replace RNG' });
    const send = within(dialog).getByRole('button', { name: 'Replace' });
    expect(send).toBeDisabled();
    await user.upload(within(dialog).getByLabelText('Choose a file'), new File(['%PDF-1.7'], 'rng-2.pdf'));
    const start = within(dialog).getByRole('textbox', { name: 'Valid from' });
    expect(start).toHaveValue(formatDay(inDays(61)));
    await user.clear(start);
    await user.type(start, '02/02/2027');
    await user.type(within(dialog).getByRole('textbox', { name: 'Valid until' }), '01/02/2027');
    await user.click(send);
    expect(uploads).toEqual([]);
    const end = within(dialog).getByRole('textbox', { name: 'Valid until' });
    expect(end).toHaveAccessibleDescription('The last day must not be before the first one.');
    await user.clear(end);
    await user.type(end, '01/02/2028');
    await user.type(within(dialog).getByRole('textbox', { name: 'Version' }), '3.0');
    await user.click(send);
    await waitFor(() => expect(seen.at(-1)).toMatchObject({ id: 77 }));
    expect(uploads).toMatchObject([
      {
        path: '/api/certificates/replace/2',
        fields: {
          name: `RNG ${inDays(61).slice(0, 4)}`,
          version: '3.0',
          validFrom: '2027-02-02',
          validUntil: '2028-02-01',
        },
      },
    ]);
  });

  it('has a name of its own', async () => {
    expect(successorName('RNG', '2027-01-31')).toBe('RNG 2027');
    expect(successorName('Italy 2026 (GLI)', '2027-01-31')).toBe('Italy 2027 (GLI)');
    expect(successorName('Italy 2027', '2027-01-31')).toBe('Italy 2027 (2)');
    expect(successorName('cert roulette ADM v1.pdf', '2027-01-31')).toBe('cert roulette ADM v2');
    expect(successorName('RNG.pdf', '2027-01-31')).toBe('RNG 2027');
    const { user, uploads } = renderCertificates({ id: 2 });
    await user.click(await screen.findByRole('button', { name: 'Replace with a new file' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace RNG' }));
    await user.upload(dialog.getByLabelText('Choose a file'), new File(['%PDF-1.7'], 'rng-2.pdf'));
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'rng ');
    await user.click(dialog.getByRole('button', { name: 'Replace' }));
    expect(name).toHaveAccessibleDescription('Enter a name that tells it from the one that it replaces.');
    expect(uploads).toEqual([]);
  });

  it('loses its end only where that is chosen', async () => {
    const over = { ...detail, validUntil: inDays(-1) };
    const { user, uploads, seen } = renderCertificates({ id: 2 }, { answers: { getCertificate: over } });
    await user.click(await screen.findByRole('button', { name: 'Replace with a new file' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace RNG' }));
    await user.upload(dialog.getByLabelText('Choose a file'), new File(['%PDF-1.7'], 'rng-2.pdf'));
    const end = dialog.getByRole('textbox', { name: 'Valid until' });
    const choice = dialog.getByRole('checkbox', { name: 'It has no end' });
    expect(end).toHaveAttribute('placeholder', 'dd/mm/yyyy');
    await user.click(dialog.getByRole('button', { name: 'Replace' }));
    expect(end).toHaveAccessibleDescription('Enter the last day, or state that it has no end.');
    expect(uploads).toEqual([]);
    await user.click(choice);
    expect(end).not.toBeInvalid();
    await user.type(end, '01/02/2028');
    expect(choice).not.toBeChecked();
    await user.click(choice);
    expect(end).toHaveValue('');
    await user.click(dialog.getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(seen.at(-1)).toMatchObject({ id: 77 }));
    expect(uploads).toMatchObject([{ fields: { validFrom: today(), hasNoEnd: 'true' } }]);
    expect(uploads[0]?.fields).not.toHaveProperty('validUntil');
  });

  it('asks for no end where the former has none', async () => {
    const endless = { ...detail, validUntil: null };
    const { user, uploads, seen } = renderCertificates({ id: 2 }, { answers: { getCertificate: endless } });
    await user.click(await screen.findByRole('button', { name: 'Replace with a new file' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace RNG' }));
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await user.upload(dialog.getByLabelText('Choose a file'), new File(['%PDF-1.7'], 'rng-2.pdf'));
    await user.click(dialog.getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(seen.at(-1)).toMatchObject({ id: 77 }));
    expect(uploads).toMatchObject([{ fields: { validFrom: today() } }]);
  });

  it('says by what it was replaced, and is not replaced again', async () => {
    const replacedBy = { id: 5, name: 'RNG 2', validFrom: null };
    renderCertificates({ id: 2 }, { answers: { getCertificate: { ...detail, replacedBy } } });
    const panel = await screen.findByRole('dialog', { name: 'RNG' });
    expect(panel).toHaveTextContent('Replaced by RNG 2');
    expect(within(panel).queryByRole('button', { name: 'Replace with a new file' })).toBeNull();
  });

  it('is only read by people of an integration', async () => {
    renderCertificates(
      { id: 2 },
      { role: 'integration_manager', answers: { getCertificate: { ...detail, addedBy: null } } },
    );
    const panel = await screen.findByRole('dialog', { name: 'RNG' });
    expect(within(panel).getByRole('link', { name: /^Download/ })).toBeVisible();
    expect(within(panel).queryByRole('button', { name: /Replace with|Edit|Delete/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add certificate' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Integration' })).toBeNull();
  });
});

describe('what needs action', () => {
  const action = (state: 'expired' | 'expiring' | 'missing', part: object = {}) => ({
    game: { id: 7, name: 'Wolves of Skadi', sub_name: null },
    jurisdiction: 'IT',
    state,
    until: null,
    from: null,
    certificateId: null,
    integrations: [{ id: 3, name: 'Alpina' }],
    ...part,
  });
  const answers = {
    listCertificateActions: {
      rows: [
        action('expired', { until: inDays(-1), certificateId: 1, jurisdiction: 'MT' }),
        action('expiring', { until: inDays(60), certificateId: 2 }),
        action('missing', { game: { id: 8, name: 'Frostjarl', sub_name: 'Hold & Win' } }),
        action('missing', { jurisdiction: 'SE', from: inDays(5), certificateId: 4 }),
      ],
      count: 4,
      totals: { expired: 1, expiring: 1, missing: 2 },
    },
    getCertificate: { ...detail, id: 1 },
  };

  it('says of each game and jurisdiction what is off, since or until when, and for whom', async () => {
    renderCertificates({ view: 'action' }, { answers });
    const rows = await within(await table('Needs action')).findAllByRole('row', { name: /Alpina/ });
    const texts = [
      ['Expired', 'Wolves of Skadi', 'Malta (MGA)', formatDay(inDays(-1)), '1 day ago'],
      ['Expiring', 'Italy (ADM)', formatDay(inDays(60)), 'in 60 days'],
      ['Missing', 'Frostjarl'],
      ['Missing', `from ${formatDay(inDays(5))}`],
    ];
    expect(rows).toHaveLength(4);
    for (const [place, row] of rows.entries())
      for (const text of texts[place] ?? []) expect(row).toHaveTextContent(text);
  });

  it('is narrowed down by tiles, whose numbers stay, and is handed on as a file', async () => {
    const { user, asked, seen } = renderCertificates(
      { view: 'action', page: 2 },
      {
        answers: {
          ...answers,
          exportCertificateCoverage: {
            id: 1,
            state: 'done',
            fileName: 'a.csv',
            url: '/f',
            rows: 1,
            format: 'csv',
          },
        },
      },
    );
    expect(await tile(/^Needs action\s*4/)).toHaveAttribute('aria-pressed', 'true');
    await user.click(await tile(/^Missing\s*2/));
    expect(seen.at(-1)).toMatchObject({ view: 'action', need: 'missing', page: undefined });
    await waitFor(() =>
      expect(asked('listCertificateActions').at(-1)?.query).toEqual({ state: 'missing', limit: '50' }),
    );
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
    await waitFor(() =>
      expect(asked('exportCertificateCoverage').at(-1)?.body).toEqual({
        filter: { state: 'missing', action: true },
        format: 'csv',
      }),
    );
  });

  it('opens the certificate that ends, and a form for one that is missing', async () => {
    const { user, seen } = renderCertificates({ view: 'action' }, { answers });
    await user.click(
      await screen.findByRole('button', { name: 'Open: certificate of Wolves of Skadi, Malta (MGA)' }),
    );
    expect(seen.at(-1)).toEqual({ view: 'action', id: 1 });
    await user.click(
      within(await screen.findByRole('dialog', { name: 'RNG' })).getByRole('button', { name: 'Close' }),
    );
    await user.click(
      await screen.findByRole('button', { name: 'Add: certificate of Frostjarl, Italy (ADM)' }),
    );
    const form = await screen.findByRole('dialog', { name: 'Add certificate' });
    for (const text of ['Frostjarl Hold & Win', 'Italy (ADM)'])
      expect(within(form).getAllByText(text)[0]).toBeVisible();
  });

  it('names to people of an integration nothing that they add or choose', async () => {
    renderCertificates({ view: 'action' }, { role: 'integration_manager', answers });
    await within(await table('Needs action')).findByText('Frostjarl');
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Integrations' })).toBeNull();
  });

  it('says so when nothing does', async () => {
    renderCertificates(
      { view: 'action' },
      {
        answers: {
          listCertificateActions: {
            rows: [],
            count: 0,
            totals: { expired: 0, expiring: 0, missing: 0 },
          },
        },
      },
    );
    expect(await screen.findByText('Nothing needs action')).toBeVisible();
  });
});

describe('the matrix of games and jurisdictions', () => {
  it('says until when a game is certified, since when it is not any more, and where nothing is needed', async () => {
    renderCertificates({ view: 'coverage' });
    const one = within(await table('Games by jurisdiction'));
    expect(
      await one.findByRole('button', { name: 'Wolves of Skadi, Italy (ADM): Valid, until 31/01/2028' }),
    ).toHaveTextContent('31/01/2028');
    expect(
      one.getByRole('button', { name: 'Wolves of Skadi, Malta (MGA): Expired, on 31/01/2026' }),
    ).toHaveTextContent('Expired');
    expect(one.getByRole('img', { name: 'Not needed' })).toBeVisible();
    for (const name of [/^Italy \(ADM\)\s*1 missing\s*1 valid$/, /^Malta \(MGA\)\s*1 expired$/])
      expect(one.getByRole('columnheader', { name })).toBeVisible();
  });

  it('opens the certificate of a cell, and a form for one that is missing', async () => {
    const { user, seen } = renderCertificates(
      { view: 'coverage' },
      { answers: { getCertificate: { ...detail, id: 1 } } },
    );
    await user.click(await screen.findByRole('button', { name: /Malta \(MGA\): Expired/ }));
    expect(seen.at(-1)).toEqual({ view: 'coverage', id: 1 });
    await user.click(
      within(await screen.findByRole('dialog', { name: 'RNG' })).getByRole('button', { name: 'Close' }),
    );
    await user.click(
      await screen.findByRole('button', { name: 'Frostjarl Hold & Win, Italy (ADM): Missing' }),
    );
    const form = await screen.findByRole('dialog', { name: 'Add certificate' });
    for (const text of ['Frostjarl Hold & Win', 'Italy (ADM)', 'Certificate'])
      expect(within(form).getAllByText(text)[0]).toBeVisible();
  });

  it('says from when a certificate will hold where none does yet, and opens it', async () => {
    const row = {
      game: { id: 8, name: 'Frostjarl', sub_name: null },
      cells: [cell({ state: 'missing', until: null, from: '2027-02-01', certificateId: 1 })],
    };
    const { user, seen } = renderCertificates(
      { view: 'coverage' },
      {
        answers: {
          getCertificate: { ...detail, id: 1 },
          getCertificateCoverage: {
            rows: [row],
            count: 1,
            jurisdictions: ['IT'],
            totals: { valid: 0, expiring: 0, expired: 0, missing: 1 },
            byJurisdiction: [
              { jurisdiction: 'IT', totals: { valid: 0, expiring: 0, expired: 0, missing: 1 } },
            ],
          },
        },
      },
    );
    const shown = await screen.findByRole('button', {
      name: 'Frostjarl, Italy (ADM): Missing, from 01/02/2027',
    });
    expect(shown).toHaveTextContent('from 01/02/2027');
    await user.click(shown);
    expect(seen.at(-1)).toEqual({ view: 'coverage', id: 1 });
  });

  it('shows only gaps, and is exported as it is narrowed down', async () => {
    const { user, asked } = renderCertificates(
      { view: 'coverage', integration: 3, jurisdiction: 'MT' },
      {
        answers: {
          exportCertificateCoverage: {
            id: '01980000-0000-7000-8000-000000000001',
            state: 'done',
            fileName: 'certificates.csv',
            format: 'csv',
            rows: 2,
            bytes: 10,
            jobId: null,
            url: null,
            expiresAt: null,
            error: null,
          },
        },
      },
    );
    await user.click(await screen.findByRole('radio', { name: 'Only gaps' }));
    await waitFor(() =>
      expect(asked('getCertificateCoverage').at(-1)?.query).toEqual({
        integrationId: '3',
        jurisdiction: 'MT',
        gaps: 'true',
        order: 'urgency',
        limit: '50',
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
    await waitFor(() =>
      expect(asked('exportCertificateCoverage')[0]?.body).toEqual({
        filter: { integrationId: 3, jurisdiction: ['MT'], gaps: true, order: 'urgency' },
        format: 'csv',
      }),
    );
  });

  it('says in which order games stand, the most urgent first unless the name is chosen', async () => {
    const { user, asked, seen } = renderCertificates({ view: 'coverage' });
    const order = await screen.findByRole('combobox', { name: 'Sort by' });
    expect(order).toHaveDisplayValue('Urgency');
    expect(screen.getByText(/^Expired first, then expiring, missing and valid/)).toBeVisible();
    expect(asked('getCertificateCoverage').at(-1)?.query).toMatchObject({ order: 'urgency' });
    await user.selectOptions(order, 'Name of the game');
    expect(seen.at(-1)).toEqual({ view: 'coverage', order: 'name' });
    expect(await screen.findByText(/^By the name of the game\./)).toBeVisible();
    expect(asked('getCertificateCoverage').at(-1)?.query).toMatchObject({ order: 'name' });
  });

  it('is a list of games on a phone, in Italian too, and people of an integration add nothing', async () => {
    setViewport(390);
    await setLanguage('it');
    renderCertificates({ view: 'coverage' }, { role: 'integration_admin' });
    const list = within(await screen.findByRole('list', { name: 'Giochi per giurisdizione' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    expect(
      list.getByRole('img', { name: 'IT Mancante, Frostjarl Hold & Win, Italia (ADM): Mancante' }),
    ).toHaveTextContent('IT');
    expect(list.queryByRole('button', { name: /Mancante/ })).toBeNull();
  });
});
