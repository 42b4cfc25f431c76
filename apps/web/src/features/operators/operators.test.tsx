import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { answerCalls } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { OperatorsPage } from './pages/operators-page.tsx';
import { type OperatorsSearch, readOperatorsSearch } from './search.ts';

function renderOperators(start: OperatorsSearch = {}) {
  const seen: OperatorsSearch[] = [];
  function Page() {
    const [search, setSearch] = useState(start);
    const follow = (next: OperatorsSearch) => {
      seen.push(readOperatorsSearch({ ...next }));
      setSearch(readOperatorsSearch({ ...next }));
    };
    return <OperatorsPage search={search} onSearch={follow} />;
  }
  return { ...renderScreen(<Page />), seen };
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

describe('the operators view', () => {
  it('[OPS-01][ENT-18] shows name, email, role and actions, and says that the people are invented', async () => {
    const { user } = renderOperators();
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['Name', 'Email', 'Role', 'Actions']);
    expect(screen.getByText('Sample data: these people are fictional.')).toBeVisible();
    const row = screen.getByRole('row', { name: /Ada Bianchi/ });
    expect(row).toHaveTextContent('ada.bianchi@operators.example');
    expect(row).toHaveTextContent('Integration admin');
    await user.click(within(row).getByRole('button', { name: 'Copy email of Ada Bianchi' }));
    expect(await navigator.clipboard.readText()).toBe('ada.bianchi@operators.example');
  });

  it('[OPS-02] is paginated by 10, 20 or 50, at first by 10', async () => {
    const { user, seen } = renderOperators();
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
    expect(seen).toEqual([
      { page: 2, size: undefined },
      { page: undefined, size: 20 },
      { page: undefined, size: 50 },
    ]);
  });

  it('[OPS-02] opens from an address, and shows the last page when it names one too far', () => {
    expect(readOperatorsSearch({ page: '2', size: '20' })).toEqual({ page: 2, size: 20 });
    expect(readOperatorsSearch({ page: '0', size: '30' })).toEqual({ page: undefined, size: undefined });
    renderOperators({ page: 900, size: 20 });
    expect(names().length).toBeGreaterThan(0);
  });

  it('[OPS-03] makes no call', async () => {
    const calls = answerCalls({});
    const { user } = renderOperators();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('radio', { name: '50' }));
    expect(calls).toEqual([]);
  });

  it('is a list of two-line rows on a phone', () => {
    setViewport(390);
    renderOperators();
    const [first] = within(screen.getByRole('list', { name: 'Operators' })).getAllByRole('listitem');
    expect(first).toHaveTextContent('Ada Bianchiada.bianchi@operators.exampleIntegration admin');
  });
});
