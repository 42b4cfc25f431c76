import { type DashboardPeriod, dashboardPeriods } from '@ludus/contract';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render.tsx';
import { PeriodTiles } from './period-tiles.tsx';

const tiles = new Map();
const shown = (chosen: DashboardPeriod) => (
  <PeriodTiles periods={dashboardPeriods} tiles={tiles} chosen={chosen} onChoose={() => {}} panelId="panel" />
);

/** Five tiles of 200 px in a strip of so many, which end where they begin less what is scrolled. */
function giveSizes(width: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(1000);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.getAttribute('role') === 'tablist') return new DOMRect(0, 0, width, 200);
    const place = [...(this.parentElement?.children ?? [])].indexOf(this);
    const scrolled = Math.min(this.parentElement?.scrollLeft ?? 0, 1000 - width);
    return new DOMRect(200 * place - scrolled, 0, 200, 200);
  });
}

const strip = () => screen.getByRole('tablist');

describe('the strip of periods where it scrolls', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['today', 0],
    ['yesterday', 0],
    ['lastMonth', 1000],
    ['trimester', 1000],
  ] as const)('with %s it rests at the end that shows the tile whole', (chosen, scrolled) => {
    giveSizes(640);
    renderScreen(shown(chosen));
    expect(strip().scrollLeft).toBe(scrolled);
  });

  it('brings to the beginning a tile that neither end shows whole', () => {
    giveSizes(350);
    const moved = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
    renderScreen(shown('yesterday'));
    expect(moved.mock.calls).toEqual([[{ block: 'nearest', inline: 'start' }]]);
    expect(moved.mock.contexts).toEqual([screen.getByRole('tab', { name: /Yesterday/ })]);
  });

  it('fades the edges that tiles are beyond', () => {
    giveSizes(640);
    renderScreen(shown('today'));
    const edges = () => Object.keys(strip().dataset).toSorted();
    const scrollTo = (left: number) => {
      strip().scrollLeft = left;
      fireEvent.scroll(strip());
    };
    scrollTo(0);
    expect(edges()).toEqual(['after']);
    scrollTo(100);
    expect(edges()).toEqual(['after', 'before']);
    scrollTo(360);
    expect(edges()).toEqual(['before']);
  });
});
