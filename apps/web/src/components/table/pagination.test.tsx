import { screen } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { Pagination, pageItems } from './pagination.tsx';

describe('pagination', () => {
  it('[LIST-17] shows every number up to 10 pages, and an ellipsis beyond', () => {
    expect(pageItems(1, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(pageItems(1, 3444)).toEqual([1, 2, 3, 'gap-end', 3443, 3444]);
    expect(pageItems(500, 3444)).toEqual([1, 2, 'gap-start', 499, 500, 501, 'gap-end', 3443, 3444]);
    expect(pageItems(3444, 3444)).toEqual([1, 2, 'gap-start', 3443, 3444]);
    expect(pageItems(5, 11)).toEqual([1, 2, 3, 4, 5, 6, 'gap-end', 10, 11]);
  });

  it('always holds the first, the current and the last page, rising, without a gap of one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: 1, max: 9999 }),
        fc.boolean(),
        (a, b, compact) => {
          const [page, pages] = [Math.min(a, b), Math.max(a, b)];
          const items = pageItems(page, pages, compact);
          const numbers = items.filter((item) => typeof item === 'number');
          expect(numbers).toContain(1);
          expect(numbers).toContain(page);
          expect(numbers).toContain(pages);
          expect([...numbers].sort((x, y) => x - y)).toEqual(numbers);
          expect(new Set(items).size).toBe(items.length);
          for (const [index, item] of items.entries()) {
            const [before, after] = [items[index - 1], items[index + 1]];
            if (typeof item === 'string') expect(Number(after) - Number(before)).toBeGreaterThan(2);
            else if (typeof before === 'number') expect(item - before).toBe(1);
          }
        },
      ),
    );
  });

  it('[LIST-17] moves with Prev, Next and the numbers, and says which rows are shown', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<Pagination page={2} pageSize={14} total={48213} onChange={onChange} />);
    expect(screen.getByText('15–28 of 48.213')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Page 3.444' }));
    expect(onChange.mock.calls).toEqual([[1], [3], [3444]]);
    expect(screen.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
  });

  it('cannot leave the first or the last page', () => {
    renderScreen(<Pagination page={1} pageSize={14} total={5} onChange={() => {}} />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  });
});
