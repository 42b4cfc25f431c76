import type { Role, Statistics } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Sparkline } from '../../components/display/sparkline.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { aReport } from '../../test/reports.ts';
import { someStatistics } from '../../test/sessions.ts';
import { setViewport } from '../../test/viewport.ts';
import { OperatorsPage } from './pages/operators-page.tsx';
import { type OperatorsSearch, readOperatorsSearch } from './search.ts';

const handlers = { onOpenList: vi.fn(), onOpenCharts: vi.fn() };
beforeEach(() => void vi.clearAllMocks());

function renderOperators(start: OperatorsSearch = {}, role: Role = 'ludus_admin') {
  const seen: OperatorsSearch[] = [];
  function Page() {
    const [search, setSearch] = useState(start);
    const follow = (next: OperatorsSearch) => {
      seen.push(readOperatorsSearch({ ...next }));
      setSearch(readOperatorsSearch({ ...next }));
    };
    return <OperatorsPage search={search} onSearch={follow} onReplace={follow} {...handlers} />;
  }
  return { ...renderScreen(<Page />, { role }), seen };
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

describe('the contacts', () => {
  it('[OPS-01][ENT-18] show name, email, role and actions, and say that the people are invented', async () => {
    const { user } = renderOperators({ tab: 'contacts' });
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['Name', 'Email', 'Role', 'Actions']);
    expect(screen.getByText(/Sample data/)).toHaveTextContent('Sample data: these people are fictional.');
    const row = screen.getByRole('row', { name: /Ada Bianchi/ });
    expect(row).toHaveTextContent('ada.bianchi@operators.example');
    expect(row).toHaveTextContent('Integration admin');
    await user.click(within(row).getByRole('button', { name: 'Copy email of Ada Bianchi' }));
    expect(await navigator.clipboard.readText()).toBe('ada.bianchi@operators.example');
  });

  it('[OPS-02] are paginated by 10, 20 or 50, at first by 10', async () => {
    const { user, seen } = renderOperators({ tab: 'contacts' });
    const sizes = within(screen.getByRole('radiogroup', { name: 'Rows per page' }));
    expect(sizes.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual([
      '10',
      '20',
      '50',
    ]);
    expect(names()).toHaveLength(10);
    const [first] = names();
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(names()).toHaveLength(10);
    expect(names()).not.toContain(first);
    await user.click(sizes.getByRole('radio', { name: '20' }));
    expect(names()).toHaveLength(20);
    expect(names()[0]).toBe(first);
    await user.click(sizes.getByRole('radio', { name: '50' }));
    expect(names().length).toBeGreaterThan(20);
    expect(new Set(names()).size).toBe(names().length);
    expect(seen.map(({ tab, page, size }) => ({ tab, page, size }))).toEqual([
      { tab: 'contacts', page: 2, size: undefined },
      { tab: 'contacts', page: undefined, size: 20 },
      { tab: 'contacts', page: undefined, size: 50 },
    ]);
  });

  it('[OPS-02] open from an address, and show the last page when it names one too far', () => {
    expect(readOperatorsSearch({ tab: 'contacts', page: '2', size: '20' })).toEqual({
      tab: 'contacts',
      page: 2,
      size: 20,
    });
    expect(readOperatorsSearch({ page: '0', size: '30', sort: 'rtp' })).toEqual({});
    renderOperators({ tab: 'contacts', page: 900, size: 20 });
    expect(names().length).toBeGreaterThan(0);
  });

  it('[OPS-03] make no call', async () => {
    const calls = answerCalls({});
    const { user } = renderOperators({ tab: 'contacts' });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('radio', { name: '50' }));
    expect(calls).toEqual([]);
  });

  it('are a list of two-line rows on a phone', () => {
    setViewport(390);
    renderOperators({ tab: 'contacts' });
    const [first] = within(screen.getByRole('list', { name: 'Contacts' })).getAllByRole('listitem');
    expect(first).toHaveTextContent('Ada Bianchiada.bianchi@operators.exampleIntegration admin');
  });
});

/** Of `aReport`: Vetta Gioco direct, Lago of a platform, Gdynia at another integration; Quiet has had no session. */
const integrations = [
  {
    ...anIntegration(1, 'Alpina'),
    platforms: [{ id: 5, name: 'Orobic Network' }],
    operators: [
      { id: 3, name: 'Vetta Gioco', code: 'VETTA', platformId: null },
      { id: 4, name: 'Lago', code: 'LAGO', platformId: 5 },
      { id: 9, name: 'Quiet', code: 'QUIET', platformId: null },
    ],
  },
  {
    ...anIntegration(2, 'Baltica'),
    platforms: [],
    operators: [{ id: 6, name: 'Gdynia', code: 'GDY', platformId: null }],
  },
];
const bucketOf = (day: number) => ({
  key: `2026-11-${day}`,
  from: `2026-11-${day - 1}T23:00:00Z`,
  to: `2026-11-${day}T23:00:00Z`,
  partial: false,
});
const days: Statistics = {
  ...someStatistics(),
  labels: ['18', '19', '20'],
  buckets: [18, 19, 20].map(bucketOf),
  datasets: {
    operators: {
      sessionsTotals: [
        { operatorId: 3, integrationId: 1, label: 'Vetta Gioco', data: [1, 2, 0], total: 3 },
        { operatorId: 4, integrationId: 1, label: 'Lago', data: [0, 0, 5], total: 5 },
      ],
    },
  },
};
const answers = {
  listIntegrations: { rows: integrations },
  getDetailedReport: aReport(),
  getStatistics: days,
};
const rowOf = (name: string) => screen.findByRole('row', { name: `Open sessions of ${name}` });
const cellsOf = async (name: string) =>
  within(await rowOf(name))
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

describe('the operators', () => {
  it('draw the sessions of a month in the middle of the row, as high as they differ', () => {
    const heightsOf = (values: readonly number[]) => {
      const { container, unmount } = renderScreen(<Sparkline values={values} label="Sessions" />);
      const line = container.querySelector('polyline')?.getAttribute('points') ?? '';
      unmount();
      return [...line.matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y));
    };
    expect(heightsOf([0, 0, 5])).toEqual([20, 20, 2]);
    expect(heightsOf([8, 10, 8])).toEqual([12.8, 9.2, 12.8]);
    expect(heightsOf([3, 3])).toEqual([11, 11]);
  });

  it('show where they belong and their figures of the month, the greatest bet first', async () => {
    const calls = answerCalls(answers);
    renderOperators();
    await screen.findByText('20/11/2026');
    expect(names()).toEqual(['Lago', 'Vetta Gioco', 'Gdynia', 'Quiet', 'Total']);
    expect(await cellsOf('Lago')).toEqual([
      'Lago',
      'AAlpina',
      'Orobic Network',
      '1',
      '4',
      '1.100,50\u00a0€',
      '280,50\u00a0€',
      '1,00\u00a0€',
      '',
      '20/11/2026',
      '',
    ]);
    expect((await cellsOf('Vetta Gioco')).slice(2, 4)).toEqual(['Direct', '2']);
    expect((await cellsOf('Vetta Gioco')).at(-2)).toBe('19/11/2026');
    expect(screen.getByRole('img', { name: 'Sessions of Lago by day, last 30 days' })).toBeVisible();
    const total = screen.getAllByRole('row').at(-1);
    expect(total).toHaveTextContent('1.250,50 €340,50 €');
    expect(screen.getByText('4 operators at 2 integrations')).toBeVisible();
    expect(calls.map(({ endpoint }) => endpoint).toSorted()).toEqual([
      'getDetailedReport',
      'getStatistics',
      'listIntegrations',
    ]);
  });

  it('show zero for one without sessions, and that it has had none lately', async () => {
    answerCalls(answers);
    renderOperators();
    await screen.findByText('20/11/2026');
    const cells = await cellsOf('Quiet');
    expect(cells.slice(3, 7)).toEqual(['0', '0', '0,00\u00a0€', '0,00\u00a0€']);
    expect(cells.at(-2)).toBe('Over 30 days ago');
  });

  it('are found by name, code, integration and platform, and sorted by their headers', async () => {
    answerCalls(answers);
    const { user, seen } = renderOperators({ sort: 'name' });
    await screen.findByText('20/11/2026');
    expect(names()).toEqual(['Gdynia', 'Lago', 'Quiet', 'Vetta Gioco', 'Total']);
    await user.click(screen.getByRole('button', { name: 'Gross win' }));
    expect(seen.at(-1)).toMatchObject({ sort: 'grosswin', direction: 'desc' });
    await user.type(screen.getByRole('textbox', { name: 'Search operators' }), 'orobic');
    expect(names()).toEqual(['Lago']);
    expect(screen.getByText('1 of 4 operators')).toBeVisible();
    await user.clear(screen.getByRole('textbox', { name: 'Search operators' }));
    await user.type(screen.getByRole('textbox', { name: 'Search operators' }), 'nowhere');
    expect(screen.getByText('No matching operators')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear search' })[0] as HTMLElement);
    expect(names()).toHaveLength(5);
  });

  it('show on a phone what the list is sorted by and a second figure, each beside its name', async () => {
    setViewport(390);
    answerCalls(answers);
    const { user } = renderOperators();
    const first = async (text: RegExp) =>
      waitFor(() =>
        expect(
          within(screen.getByRole('list', { name: 'Operators' })).getAllByRole('listitem')[0],
        ).toHaveTextContent(text),
      );
    await first(/Bet [\d.,]+ €Gross win −?[\d.,]+ €$/);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Sessions');
    await first(/Sessions [\d.]+Bet [\d.,]+ €$/);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Operator');
    await first(/Gross win −?[\d.,]+ €Bet [\d.,]+ €$/);
  });

  it('open their sessions and their charts of the month', async () => {
    answerCalls(answers);
    const { user } = renderOperators();
    await user.click(await rowOf('Lago'));
    const preset = {
      from: expect.stringMatching(/-01$/),
      to: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      integrations: [1],
      operators: [4],
    };
    expect(handlers.onOpenList).toHaveBeenCalledExactlyOnceWith(preset);
    await user.click(screen.getByRole('button', { name: 'Open charts of Lago' }));
    expect(handlers.onOpenCharts).toHaveBeenCalledExactlyOnceWith(preset);
    expect(handlers.onOpenList).toHaveBeenCalledOnce();
  });

  it('keep net win from those who may not see it', async () => {
    answerCalls({ ...answers, getDetailedReport: aReport(true) });
    renderOperators({}, 'ludus_manager');
    await screen.findByText('20/11/2026');
    expect(screen.queryByRole('columnheader', { name: 'Net win' })).toBeNull();
  });

  it('are never shown as zero when their figures cannot be read', async () => {
    answerCalls({ ...answers, getDetailedReport: new Refusal(500) });
    renderOperators();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
